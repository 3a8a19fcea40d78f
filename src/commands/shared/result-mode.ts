import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';
import type { ObjectFormat } from '../../output/print/print-object.ts';

/** Where a dry run is done. */
export type DryRun = 'client' | 'server';

/** The result that the user gets from a `debug` call. */
export type ResultMode =
  /** Waits for the container, and shows its output. */
  | { readonly kind: 'session' }
  /** Starts the container, with `waits` waits until it runs, and prints its name. */
  | { readonly kind: 'start'; readonly waits: boolean }
  /** Prints the pod that was, or would be, created or changed; without a format, one line about it. */
  | { readonly kind: 'print'; readonly dryRun: DryRun | undefined; readonly format: ObjectFormat | undefined }
  /** Prints the kubectl line that does the same, and does nothing. */
  | { readonly kind: 'kubectl-line' };

const FORMATS: readonly ObjectFormat[] = ['yaml', 'json', 'name'];

/** Reads `--attach`, `--detach`, `--wait`, `--dry-run`, `-o` and `--show-kubectl`. Throws `usage`. */
export function readResultMode(flags: FlagValues): ResultMode {
  const dryRun = readDryRun(flags.string('dry-run') ?? 'none');
  const format = readObjectFormat(flags.string('output') ?? '');
  const isPrinted = dryRun !== undefined || format !== undefined;
  checkStart(flags, isPrinted);
  if (flags.boolean('show-kubectl')) return { kind: 'kubectl-line' };
  if (!isPrinted)
    return leaves(flags) ? { kind: 'start', waits: flags.boolean('wait') } : { kind: 'session' };
  if (dryRun === undefined && wantsSession(flags))
    throw new CliError('usage', '-o prints a pod on stdout, where a session would have its output', {
      hint: 'use --attach=false with -o',
    });
  return { kind: 'print', dryRun, format };
}

/** Whether the call waits until the container runs. */
export function waitsForStart(result: ResultMode): boolean {
  return result.kind === 'session' || (result.kind === 'start' && result.waits);
}

/** Whether the call leaves the container alone after its start. */
export function leaves(flags: FlagValues): boolean {
  return flags.boolean('detach') || flags.boolean('wait') || !flags.boolean('attach');
}

function wantsSession(flags: FlagValues): boolean {
  return !leaves(flags) && (flags.boolean('stdin') || flags.isGiven('attach'));
}

/** Throws `usage` for contradictions; `isPrinted` means that an object is printed instead of a name. */
function checkStart(flags: FlagValues, isPrinted: boolean): void {
  const word = ['detach', 'wait'].find((name) => flags.boolean(name));
  if (word !== undefined && flags.isGiven('attach') && flags.boolean('attach'))
    throw new CliError('usage', `--${word} leaves the debug container alone, but --attach shows it`, {
      hint: `leave out --${word}, or --attach`,
    });
  if (flags.boolean('wait') && isPrinted)
    throw new CliError('usage', '--wait waits for a container that runs, but --dry-run and -o print one', {
      hint: 'leave out --wait, or --dry-run and -o',
    });
}

/** Reads `--dry-run`; undefined if the call is none. Throws `usage`. */
export function readDryRun(text: string): DryRun | undefined {
  if (text === 'none') return undefined;
  if (text === 'client' || text === 'server') return text;
  throw new CliError('usage', `invalid dry-run value (${text})`, { hint: 'use one of none, server, client' });
}

/** Reads `-o` for an object; undefined for no text. Throws `usage`. */
export function readObjectFormat(text: string): ObjectFormat | undefined {
  if (text === '') return undefined;
  const format = FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw new CliError('usage', `unknown output format "${text}"`, {
    hint: `use one of ${FORMATS.join(', ')}`,
  });
}

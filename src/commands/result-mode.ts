import { CliError } from '../errors/cli-error.ts';
import type { FlagValues } from '../flags/flag.ts';
import type { ObjectFormat } from '../output/print-object.ts';

/** Where a change is only tried. */
export type DryRun = 'client' | 'server';

/** What the person gets of a `debug` call. */
export type ResultMode =
  /** The container is waited for and shown. */
  | { readonly kind: 'session' }
  /** It is started, and that is all. */
  | { readonly kind: 'start' }
  /** The pod that was, or would be, created or changed is printed; without a format, one line about it. */
  | { readonly kind: 'print'; readonly dryRun: DryRun | undefined; readonly format: ObjectFormat | undefined }
  /** The kubectl line that says the same is printed, and nothing is done. */
  | { readonly kind: 'kubectl-line' };

const FORMATS: readonly ObjectFormat[] = ['yaml', 'json', 'name'];

/** Reads `--attach`, `--dry-run`, `-o` and `--show-kubectl`. Throws `usage`. */
export function readResultMode(flags: FlagValues): ResultMode {
  const dryRun = readDryRun(flags.string('dry-run') ?? 'none');
  const format = readFormat(flags.string('output') ?? '');
  if (flags.boolean('show-kubectl')) return { kind: 'kubectl-line' };
  if (dryRun !== undefined) return { kind: 'print', dryRun, format };
  if (format === undefined) return flags.boolean('attach') ? { kind: 'session' } : { kind: 'start' };
  if (flags.boolean('attach') && (flags.boolean('stdin') || flags.isGiven('attach')))
    throw new CliError('usage', '-o prints a pod on stdout, where a session would have its output', {
      hint: 'use --attach=false with -o',
    });
  return { kind: 'print', dryRun: undefined, format };
}

function readDryRun(text: string): DryRun | undefined {
  if (text === 'none') return undefined;
  if (text === 'client' || text === 'server') return text;
  throw new CliError('usage', `invalid dry-run value (${text})`, { hint: 'use one of none, server, client' });
}

function readFormat(text: string): ObjectFormat | undefined {
  if (text === '') return undefined;
  const format = FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw new CliError('usage', `unknown output format "${text}"`, {
    hint: `use one of ${FORMATS.join(', ')}`,
  });
}

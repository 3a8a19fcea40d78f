import { CliError } from '../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../flags/flag.ts';
import type { ObjectFormat } from '../output/print-object.ts';
import { parseTarget } from '../target/parse-target.ts';

/** How pods are shown. */
export type PodsOutput =
  | { readonly kind: 'table'; readonly isWide: boolean; readonly hasHeaders: boolean }
  | { readonly kind: 'objects'; readonly format: ObjectFormat };

/** What `pods` was asked for. */
export type PodsRequest =
  | { readonly kind: 'named'; readonly names: readonly string[]; readonly output: PodsOutput }
  | {
      readonly kind: 'list';
      readonly isAllNamespaces: boolean;
      readonly labelSelector: string | undefined;
      readonly output: PodsOutput;
    };

const OBJECT_FORMATS: readonly ObjectFormat[] = ['json', 'yaml', 'name'];

function readOutput(flags: FlagValues): PodsOutput {
  const word = flags.string('output') ?? '';
  const format = OBJECT_FORMATS.find((known) => known === word);
  if (format !== undefined) return { kind: 'objects', format };
  if (word !== '' && word !== 'wide') {
    const hint = `formats: wide, ${OBJECT_FORMATS.join(', ')}`;
    throw new CliError('usage', `unknown output format "${word}"`, { hint });
  }
  return { kind: 'table', isWide: word === 'wide', hasHeaders: !flags.boolean('no-headers') };
}

function readName(text: string): string {
  const target = parseTarget(text);
  if (target.kind === 'pod') return target.name;
  throw new CliError('usage', `"${text}" is not a pod`, { hint: 'name a pod as web-1 or pod/web-1' });
}

/** Reads the command line of `pods`, with kubectl's rules on what goes together. Throws `usage`. */
export function readPodsRequest({ flags, names, commandAfterDash = [] }: CommandInput): PodsRequest {
  const output = readOutput(flags);
  const texts = [...names, ...commandAfterDash];
  const isAllNamespaces = flags.boolean('all-namespaces');
  const labelSelector = flags.string('selector') ?? '';
  if (texts.length === 0) {
    return { kind: 'list', isAllNamespaces, output, labelSelector: labelSelector || undefined };
  }
  if (labelSelector !== '') {
    throw new CliError('usage', 'pods are chosen by name or with --selector, not by both');
  }
  if (isAllNamespaces) {
    throw new CliError('usage', 'a pod cannot be named in all namespaces', {
      hint: 'leave --all-namespaces out, or name the namespace with -n',
    });
  }
  return { kind: 'named', names: texts.map(readName), output };
}

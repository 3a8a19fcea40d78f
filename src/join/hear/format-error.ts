import { CliError } from '../../errors/cli-error.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { Output } from '../../session/local/output.ts';

/** An output that remembers how it began. */
export interface BegunOutput {
  readonly output: Output;
  readonly text: () => string;
}

/** More than this, and it is not the one line that is looked for. */
const MAX_BYTES = 512;

/** The same output, whose first bytes are remembered. */
export function rememberStart(output: Output): BegunOutput {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    output: {
      ...output,
      write: (channel, bytes) => {
        if (length <= MAX_BYTES) chunks.push(Buffer.from(bytes));
        length += bytes.length;
        output.write(channel, bytes);
      },
    },
    text: () => Buffer.concat(chunks).toString(),
  };
}

/** What runc says in the container itself where the kernel cannot run its program; newer ones end with 255. */
const FORMAT_ERROR = /^exec \S+: exec format error\r*\n?$/;
/** What the shell of an envelope says of such a program; busybox's takes it for a script, and reads it out. */
const FORMAT_ERROR_OF_SHELL = /: exec format error$|^\S+: line 1: \x7fELF/im;

const SIGNS: readonly { readonly text: RegExp; readonly exitCodes: readonly number[] }[] = [
  { text: FORMAT_ERROR, exitCodes: [1, 255] },
  { text: FORMAT_ERROR_OF_SHELL, exitCodes: [2, 126, 127] },
];

/** The failure of a container whose program could not be run at all, told by all that it said; undefined otherwise. */
export function findFormatError(
  outcome: Outcome,
  { text, ref }: { readonly text: string; readonly ref: ContainerRef },
): CliError | undefined {
  if (outcome.kind !== 'exited') return undefined;
  const { exitCode } = outcome;
  if (!SIGNS.some((sign) => sign.exitCodes.includes(exitCode) && sign.text.test(text))) return undefined;
  const what = `debug container "${ref.container}" in ${ref.namespace}/${ref.name}`;
  return new CliError(
    'image-platform',
    `nothing ran in ${what}: its program is not built for the platform of the node, or is a script without #!`,
    { hint: 'use a multi-arch image, for example --image=busybox' },
  );
}

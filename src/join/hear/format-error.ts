import { CliError } from '../../errors/cli-error.ts';
import { describeContainer } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { Listener } from './tap-output.ts';

/** A listener that remembers how the output began. */
export interface StartOfOutput {
  readonly hear: Listener;
  readonly text: () => string;
}

/** An output that is longer is not the one line that we look for. */
const MAX_BYTES = 512;

/** Remembers the first bytes of an output. */
export function rememberStart(): StartOfOutput {
  const chunks: Buffer[] = [];
  let length = 0;
  return {
    hear: (_, bytes) => {
      if (length <= MAX_BYTES) chunks.push(Buffer.from(bytes));
      length += bytes.length;
    },
    text: () => Buffer.concat(chunks).toString(),
  };
}

/** What runc prints as the container's output if the kernel cannot run its program; newer versions exit with 255. */
const FORMAT_ERROR = /^exec \S+: exec format error\r*\n?$/;
/** What the shell of an envelope prints of such a program; that of busybox runs it as a script, and prints its bytes. */
const FORMAT_ERROR_OF_SHELL = /: exec format error$|^\S+: line 1: \x7fELF/im;

const SIGNS: readonly { readonly text: RegExp; readonly exitCodes: readonly number[] }[] = [
  { text: FORMAT_ERROR, exitCodes: [1, 255] },
  { text: FORMAT_ERROR_OF_SHELL, exitCodes: [2, 126, 127] },
];

/** Recognises by all that a container printed that its program could not be run; undefined otherwise. */
export function findFormatError(
  outcome: Outcome,
  { text, ref }: { readonly text: string; readonly ref: ContainerRef },
): CliError | undefined {
  if (outcome.kind !== 'exited') return undefined;
  const { exitCode } = outcome;
  if (!SIGNS.some((sign) => sign.exitCodes.includes(exitCode) && sign.text.test(text))) return undefined;
  const what = describeContainer(ref);
  return new CliError(
    'image-platform',
    `nothing ran in ${what}: its program is not built for the platform of the node, or is a script without #!`,
    { hint: 'use a multi-arch image, for example --image=busybox' },
  );
}

import { isRefusalLine, readRootfsRefusal } from '../../plan/rootfs/rootfs-refusal.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Output } from '../../session/local/output.ts';
import type { PodState } from '../../cluster/watch/pod-watch.ts';

/** The output of a command by exec, before which the script of `--rootfs` may refuse to open a root. */
export interface RootfsOutput {
  /** The same output without the refusal of the script, which is meant for us. */
  readonly output: Output;
  /** Throws the refusal that was heard, in the words of `readRootfsRefusal`; if the pod is gone, shows it as it came. */
  readonly throwIfHeard: (latest: PodState, ref: ContainerRef) => void;
}

/** A command that is run by exec. */
export interface Opening {
  /** Whether the script of `--rootfs` runs before the command. */
  readonly opensRoot: boolean;
  /** A terminal has one stream, stdout. */
  readonly tty: boolean;
}

/** Takes the refusal of the script of `--rootfs` out of the output: the container goes on, so its end cannot tell it. */
export function hearRootfsRefusal(output: Output, { opensRoot, tty }: Opening): RootfsOutput {
  if (!opensRoot) return { output, throwIfHeard: () => undefined };
  const ofScript = tty ? 'stdout' : 'stderr';
  let heard: Buffer | undefined;
  return {
    output: {
      ...output,
      write: (channel, bytes) => {
        // A shell writes it at once, so it comes in one piece.
        if (channel === ofScript && isRefusalLine(bytes.toString())) heard = bytes;
        else output.write(channel, bytes);
      },
    },
    throwIfHeard: (latest, { container: name }) => {
      if (heard === undefined) return;
      const refusal =
        latest.kind === 'gone'
          ? undefined
          : readRootfsRefusal(latest.pod, { name, message: heard.toString() });
      if (refusal !== undefined) throw refusal;
      output.write(ofScript, heard);
    },
  };
}

import { isRefusalLine, readRootfsRefusal } from '../../plan/rootfs/rootfs-refusal.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { Output } from '../../session/local/output.ts';
import type { PodSight } from '../../cluster/watch/pod-watch.ts';

/** The output of a command by exec, whose script may refuse to open a root. */
export interface RootfsOutput {
  /** The same output without what the script says for us alone. */
  readonly output: Output;
  /** Throws the refusal that was heard, as `readRootfsRefusal` words it; where the pod is gone it is shown as it came. */
  readonly throwIfHeard: (sight: PodSight, ref: ContainerRef) => void;
}

/** What was run by exec. */
export interface Opening {
  /** Whether the script of `--rootfs` runs before the command. */
  readonly opensRoot: boolean;
  /** A terminal has only one stream. */
  readonly tty: boolean;
}

/** Listens for what the script of `--rootfs` says where its container goes on, and so has no end to say it with. */
export function hearRootfsRefusal(output: Output, { opensRoot, tty }: Opening): RootfsOutput {
  if (!opensRoot) return { output, throwIfHeard: () => undefined };
  const ofScript = tty ? 'stdout' : 'stderr';
  let heard: Buffer | undefined;
  return {
    output: {
      ...output,
      write: (channel, bytes) => {
        // It is one write of a shell, and so one piece.
        if (channel === ofScript && isRefusalLine(bytes.toString())) heard = bytes;
        else output.write(channel, bytes);
      },
    },
    throwIfHeard: (sight, { container: name }) => {
      if (heard === undefined) return;
      const refusal =
        sight.kind === 'gone' ? undefined : readRootfsRefusal(sight.pod, { name, message: heard.toString() });
      if (refusal !== undefined) throw refusal;
      output.write(ofScript, heard);
    },
  };
}

import { readRootfsRefusal, REFUSAL_MARK } from '../plan/rootfs-refusal.ts';
import type { ContainerRef } from '../pod/types.ts';
import type { Output } from '../session/output.ts';
import type { PodSight } from '../start/pod-watch.ts';

/** The output of a command by exec, whose script may refuse to open a root. */
export interface RootfsOutput {
  /** The same output without what the script says for us alone. */
  readonly output: Output;
  /** Throws the refusal that was heard, as `readRootfsRefusal` words it. */
  readonly throwIfHeard: (sight: PodSight, ref: ContainerRef) => void;
}

/** Listens for what the script of `--rootfs` says where its container goes on, and so has no end to say it with. */
export function hearRootfsRefusal(output: Output): RootfsOutput {
  let message: string | undefined;
  return {
    output: {
      ...output,
      write: (channel, bytes) => {
        // It is one write of a shell, and so one piece; a terminal has only one channel.
        if (bytes.subarray(0, REFUSAL_MARK.length).toString() === REFUSAL_MARK) message = bytes.toString();
        else output.write(channel, bytes);
      },
    },
    throwIfHeard: (sight, { container: name }) => {
      if (message === undefined || sight.kind === 'gone') return;
      const refusal = readRootfsRefusal(sight.pod, { name, message });
      if (refusal !== undefined) throw refusal;
    },
  };
}

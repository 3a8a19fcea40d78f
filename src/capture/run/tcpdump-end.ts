import type { TcpdumpNews } from './hear-tcpdump.ts';

/** How a run of tcpdump ended. */
export type TcpdumpEnd = Pick<TcpdumpNews, 'counts'> & {
  /** How many bytes of its output have come. */
  readonly bytes: number;
} & (
    | ({
        /** By itself, by us or by somebody else; all of its output has come. */
        readonly kind: 'ended';
        /** 127 if the image has no tcpdump, 126 if it cannot be executed; above 128 after a signal that it does not take. */
        readonly exitCode: number;
      } & Pick<TcpdumpNews, 'said' | 'interfaces'>)
    /** The connection was lost, the container does not run, or tcpdump did not end in time. It ends soon, if it still runs. */
    | { readonly kind: 'lost'; readonly reason: string }
  );

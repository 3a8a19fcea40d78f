import type { ContainerRef } from '../../pod/types.ts';
import type { Streams } from './arrivals.ts';
import type { GapPolicy } from './gap-policy.ts';
import type { HeldOutput } from './held-output.ts';
import type { Shown, StreamStart } from './remember-shown.ts';

/** What was printed while no stream was attached, as far as the log tells. */
export type Gap =
  | {
      readonly kind: 'found';
      /** As the streams would have shown it. */
      readonly missed: Streams;
      /** Where the new stream begins, and what was shown of the line in which it does. */
      readonly start: StreamStart;
      readonly unfinished: Buffer;
    }
  /** Show the log in place of the stream: the stream has no single place in it, or one of them is too long. */
  | { readonly kind: 'follow-log' }
  /** The stream fits the log in more than one place, and the log cannot be shown in its place. */
  | { readonly kind: 'ambiguous' }
  /** The user may not read the log. */
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not-found'; readonly reason: string };

/** An attach, and what is known of the output before it. */
export interface GapRequest {
  readonly container: ContainerRef;
  readonly tty: boolean;
  /** What was shown before, as far as its place is known by now; nothing at a first attach. */
  readonly shown: () => Shown;
  /** What the attach has brought. */
  readonly held: Pick<HeldOutput, 'snapshot' | 'isWhole' | 'heldBytes'>;
  /** Whether the attach will bring nothing more. */
  readonly isStreamOver: () => boolean;
  readonly policy: GapPolicy;
}

import type { Io } from '../../io.ts';
import type { Stopping } from './follow-stop.ts';
import type { HeldOutput } from './hold-output.ts';
import { HEARD, SLOW, STILL_HERE, STILL_HERE_EVERY_MS, STOP } from './tcpdump-script.ts';

/**
 * How long tcpdump goes on after the wish to end, in milliseconds: the kernel hands packets to it in blocks, a second after the
 * first one of a block at the latest, and tcpdump drops what it has not been handed when it is told to end.
 */
const LAST_BLOCK_MS = 1200;

/** What the script of tcpdump reads: that we are still here, that tcpdump is to end, and that we have heard its end. */
export async function* speakToScript(
  { sleep }: Pick<Io, 'sleep'>,
  { stop, over, begin }: Pick<Stopping, 'stop' | 'over' | 'begin'>,
  held: Pick<HeldOutput, 'isSlow' | 'changed'>,
): AsyncGenerator<Buffer> {
  begin();
  let hasStopped = false;
  while (!over.aborted) {
    const change = held.changed();
    if (stop.aborted && !hasStopped) {
      hasStopped = true;
      await sleep(LAST_BLOCK_MS, over).catch(() => undefined); // it has ended by itself
      yield STOP;
    } else yield held.isSlow() ? SLOW : STILL_HERE;
    const news = AbortSignal.any(hasStopped ? [over, change] : [over, change, stop]);
    await sleep(STILL_HERE_EVERY_MS, news).catch(() => undefined); // the loop sees why
  }
  yield HEARD;
}

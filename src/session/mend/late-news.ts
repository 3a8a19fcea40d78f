import type { SessionNews } from '../session-news.ts';
import type { Mending } from './mending.ts';
import { tellNews } from './tell-news.ts';

/** The status may say a moment after the end of a stream that the container has ended. In milliseconds. */
const TELL_AFTER_MS = 500;
/** If the node says that nothing runs, the status is one or two seconds late, and we wait for it. */
const TELL_REFUSED_AFTER_MS = 2000;

/** News of a lost connection, which is told late, as the container may have ended. */
export interface LateNews {
  /** The container has probably ended, and the status is about to tell: wait longer. */
  readonly doubt: () => void;
  /** Tells the news now, unless it was told. */
  readonly tell: () => void;
  /** Calls `more` right after the news: at once if that was told, else with it. */
  readonly add: (more: () => void) => void;
  /** Tells nothing from now on; to be called on every way out. */
  readonly stop: () => void;
}

/**
 * Tells that a connection was lost, half a second after the loss, as the end of a container looks the same for a moment.
 * Mending the connection does not wait for that.
 */
export function tellLater(mending: Mending, news: SessionNews, signal: AbortSignal): LateNews {
  const { io } = mending.context;
  const over = new AbortController();
  const scope = AbortSignal.any([signal, over.signal]);
  const more: (() => void)[] = [];
  let isTold = false;
  let isDoubtful = false;
  const tell = (): void => {
    if (isTold || over.signal.aborted) return;
    isTold = true;
    tellNews(mending, news);
    more.forEach((each) => each());
  };
  const count = async (): Promise<void> => {
    await io.sleep(TELL_AFTER_MS, scope);
    if (isDoubtful) await io.sleep(TELL_REFUSED_AFTER_MS - TELL_AFTER_MS, scope);
    tell();
  };
  count().catch(() => undefined); // it was stopped
  return {
    doubt: () => (isDoubtful = true),
    tell,
    add: (each) => {
      if (isTold) each();
      else more.push(each);
    },
    stop: () => over.abort(),
  };
}

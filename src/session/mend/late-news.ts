import type { SessionNews } from '../session-news.ts';
import type { Mending } from './mending.ts';
import { tellNews } from './tell-news.ts';

/** A stream may end a moment before the status says that its container has, in milliseconds. */
const TELL_AFTER_MS = 500;
/** And a second or two before, which is waited for where the node itself says that nothing runs there any more. */
const TELL_REFUSED_AFTER_MS = 2000;

/** News that are told once they are known to be any. */
export interface LateNews {
  /** It may well be the end of the container, which the status is about to tell. */
  readonly doubt: () => void;
  /** Tells it now, unless it is told. */
  readonly tell: () => void;
  /** Also tells this, right behind it: at once where it is told, else with it. */
  readonly add: (more: () => void) => void;
  /** Nothing is told any more; to be called on every way out. */
  readonly stop: () => void;
}

/**
 * Tells of a lost connection half a second after the loss, as a container that ends looks like one for a moment; what is
 * done about it meanwhile does not wait for that.
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
  count().catch(() => undefined); // nobody wants to know any more
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

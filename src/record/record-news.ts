import type { SessionNews, TellNews } from '../session/session-news.ts';
import type { Recorder } from './recorder.ts';

/** The marker for a news of a session; undefined for one that says nothing of what is missing. */
function markOf(news: SessionNews): string | undefined {
  switch (news.kind) {
    case 'lost':
    case 'output-only':
      return `lost the connection: ${news.reason}`;
    case 'back':
      return backText(news);
    case 'earlier-output-unknown':
      return 'earlier output is unknown';
    case 'stopped':
      return 'stopped';
    case 'open':
    case 'started':
    case 'input-end-unsent':
      return undefined;
  }
}

function backText({ afterMs, ...news }: Extract<SessionNews, { kind: 'back' }>): string {
  return [
    `connected again after ${(afterMs / 1000).toFixed(1)} s`,
    ...(news.mayLack ? ['output may be missing'] : []),
    ...(news.hasDroppedKeys ? ['keys were dropped'] : []),
    ...(news.hasDoubtfulKeys ? ['the last keys may not have arrived'] : []),
  ].join('; ');
}

/** Marks the news of a session in its record, and passes them on. */
export function recordNews(tell: TellNews, recorder: Recorder | undefined): TellNews {
  if (recorder === undefined) return tell;
  return (news) => {
    const mark = markOf(news);
    if (mark !== undefined) recorder.mark(mark);
    tell(news);
  };
}

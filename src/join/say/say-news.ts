import type { Notes } from '../../output/say/notes.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { SessionNews } from '../../session/session-news.ts';

/** Whose news it is. */
export interface NewsOf {
  readonly container: ContainerRef;
  readonly notes: Pick<Notes, 'note' | 'warn'>;
}

/** Says what a session tells, in one line; nothing of news that are only for the program. */
export function sayNews(news: SessionNews, { container: { container }, notes }: NewsOf): void {
  const lost = `lost the connection to debug container "${container}"`;
  switch (news.kind) {
    case 'open':
    case 'started':
      break;
    case 'stopped':
      notes.note(`stopped; fg continues; until then "${container}" may wait for its output to be read`);
      break;
    case 'input-end-unsent':
      notes.warn(
        `"${container}" was started without a session, so its command cannot be told that the input has ended; it runs on, and Ctrl-C leaves it`,
      );
      break;
    case 'earlier-output-unknown':
      notes.warn('you may not read logs (pods/log), so what was printed before the attach may be missing');
      break;
    case 'lost':
      notes.warn(`${lost}: ${news.reason}; reconnecting${keysMeanwhile(news)}`);
      break;
    case 'output-only':
      notes.warn(`${lost}: ${news.reason}; no more input can be sent; its output continues from the log`);
      break;
    case 'back':
      notes[news.mayLack ? 'warn' : 'note'](describeReturn(news));
  }
}

function keysMeanwhile({ isTyped }: Extract<SessionNews, { kind: 'lost' }>): string {
  return isTyped ? ', keys are not sent meanwhile, Ctrl-C leaves' : '';
}

function describeReturn(news: Extract<SessionNews, { kind: 'back' }>): string {
  const parts = [
    `reconnected after ${Math.max(1, Math.round(news.afterMs / 1000))} s`,
    ...(news.mayLack ? ['what was printed meanwhile may be missing'] : []),
    ...(news.hasDoubtfulKeys ? ['the keys typed just before may not have arrived'] : []),
    ...(news.hasDroppedKeys ? ['the keys typed meanwhile were not sent'] : []),
  ];
  return parts.join('; ');
}

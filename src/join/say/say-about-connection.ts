import type { Notes } from '../../output/say/notes.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { ConnectionNews } from '../../session/connection-news.ts';

/** Says what becomes of the connection of a session, in one line. */
export function sayAboutConnection(
  news: ConnectionNews,
  { container, notes }: { readonly container: ContainerRef; readonly notes: Notes },
): void {
  const lost = `lost the connection to debug container "${container.container}"`;
  switch (news.kind) {
    case 'lost':
      notes.warn(
        `${lost}: ${news.reason}; reconnecting${news.isTyped ? ', keys are not sent meanwhile, Ctrl-C leaves' : ''}`,
      );
      break;
    case 'output-only':
      notes.warn(`${lost}: ${news.reason}; no more input can be sent; its output continues from the log`);
      break;
    case 'back':
      notes[news.mayLack ? 'warn' : 'note'](describeReturn(news));
  }
}

function describeReturn(news: Extract<ConnectionNews, { kind: 'back' }>): string {
  const parts = [
    `reconnected after ${Math.max(1, Math.round(news.afterMs / 1000))} s`,
    ...(news.mayLack ? ['what was printed meanwhile may be missing'] : []),
    ...(news.hasDoubtfulKeys ? ['the keys typed just before may not have arrived'] : []),
    ...(news.hasDroppedKeys ? ['the keys typed meanwhile were not sent'] : []),
  ];
  return parts.join('; ');
}

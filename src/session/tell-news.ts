import type { ConnectionNews } from './connection-news.ts';
import { ownsTerminal } from './converse.ts';
import type { Mending } from './mending.ts';

/** Tells what becomes of the connection, on a line of its own though a raw terminal has no notion of lines. */
export function tellNews(
  { context: { io }, request }: Pick<Mending, 'context' | 'request'>,
  news: ConnectionNews,
): void {
  const isRaw = ownsTerminal(io, request) && io.terminal.hasErrors;
  if (isRaw) io.stderr.write('\r\n');
  request.onConnection(news);
  if (isRaw) io.stderr.write('\r');
}

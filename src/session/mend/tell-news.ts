import type { SessionNews } from '../session-news.ts';
import { ownsTerminal } from '../input/converse.ts';
import type { Mending } from './mending.ts';

/** Tells news of the connection, on a line of its own: on a raw terminal a line feed does not return to the left. */
export function tellNews(
  { context, request }: Pick<Mending, 'context' | 'request'>,
  news: SessionNews,
): void {
  const { io, connection } = context;
  const isRaw = ownsTerminal(io, request) && io.terminal.hasErrors;
  if (isRaw) io.stderr.write('\r\n');
  connection?.tell(news);
  if (isRaw) io.stderr.write('\r');
}

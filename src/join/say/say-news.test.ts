import { expect, it } from 'vitest';
import type { SessionNews } from '../../session/session-news.ts';
import { sayNews } from './say-news.ts';

const CONTAINER = { namespace: 'shop', name: 'web-1', container: 'dbg' };

/** What is said, as `note` or `warn` and the text. */
function said(news: SessionNews): readonly string[] {
  const lines: string[] = [];
  const notes = {
    note: (text: string) => lines.push(`note ${text}`),
    warn: (text: string) => lines.push(`warn ${text}`),
  };
  sayNews(news, { container: CONTAINER, notes });
  return lines;
}

const BACK = {
  kind: 'back',
  afterMs: 2600,
  hasDroppedKeys: false,
  hasDoubtfulKeys: false,
  mayLack: false,
} as const;

it.each<{ news: SessionNews; line: RegExp }>([
  { news: { kind: 'stopped' }, line: /^note stopped; fg continues; until then "dbg" may wait/ },
  { news: { kind: 'input-end-unsent' }, line: /^warn "dbg" .+ cannot be told that the input has ended/ },
  { news: { kind: 'earlier-output-unknown' }, line: /^warn you may not read logs \(pods\/log\)/ },
  {
    news: { kind: 'lost', reason: 'cut', isTyped: false },
    line: /^warn lost the connection to debug container "dbg": cut; reconnecting$/,
  },
  { news: { kind: 'lost', reason: 'cut', isTyped: true }, line: /; reconnecting, keys are not sent/ },
  { news: { kind: 'output-only', reason: 'cut' }, line: /^warn .+: cut; no more input can be sent;/ },
  { news: BACK, line: /^note reconnected after 3 s$/ },
  { news: { ...BACK, afterMs: 20 }, line: /^note reconnected after 1 s$/ },
  {
    news: { ...BACK, mayLack: true },
    line: /^warn reconnected .+; what was printed meanwhile may be missing$/,
  },
  {
    news: { ...BACK, hasDoubtfulKeys: true, hasDroppedKeys: true },
    line: /^note .+; the keys typed just before may not have arrived; the keys typed meanwhile were not sent$/,
  },
])('says $news.kind in one line: $line', ({ news, line }) => {
  expect(said(news)).toEqual([expect.stringMatching(line)]);
});

it.each<SessionNews>([{ kind: 'open' }, { kind: 'started', processId: 7, keeperIsFirst: true }])(
  'says nothing of $kind',
  (news) => {
    expect(said(news)).toEqual([]);
  },
);

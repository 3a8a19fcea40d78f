import type { IncomingMessage } from 'node:http';
import { startDeadline } from '../../cluster/time/deadline.ts';
import { readWithin } from '../../cluster/formats/read-at-most.ts';
import { locationOf, MAX_REDIRECTS } from '../../cluster/requests/redirect.ts';
import { shownAddress } from '../../cluster/settings/server-address.ts';
import { askWeb, authorizationOf, type WebAnswer } from '../../cluster/network/web-request.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';

/** kubectl's number of attempts, and its pause between them. */
const ATTEMPTS = 3;
const PAUSE_MS = 1000;
const TIMEOUT_MS = 30_000;

/**
 * Downloads a file, with the user name and password in its address. As kubectl does, asks three times if the server
 * fails (5xx) or cannot be reached. Trusts the system's certificate authorities, and uses the proxy of the environment.
 * Throws an error with the server's answer, or after 30 seconds; `too-large` above the bound of a file; and the reason
 * of `signal`. No message contains a password or the query of an address.
 */
export async function download(io: Io, address: string, signal: AbortSignal): Promise<Uint8Array> {
  if (!URL.canParse(address)) throw new Error('it is not a web address');
  const what = `it took longer than ${TIMEOUT_MS / 1000} seconds`;
  const deadline = startDeadline(TIMEOUT_MS, { parent: signal, what });
  const wait = io.waits?.begin({ what: `what ${shownAddress(address)} gives`, atMostMs: TIMEOUT_MS });
  try {
    return await ask(io, new URL(address), deadline.signal);
  } catch (error) {
    deadline.signal.throwIfAborted();
    throw error;
  } finally {
    wait?.end();
    deadline.release();
  }
}

async function ask(io: Io, url: URL, signal: AbortSignal): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS;
    const answer = await follow(io, url, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (isLast || (isCliError(error) && error.kind === 'too-large')) throw error;
      return undefined;
    });
    try {
      if (answer !== undefined && (isLast || statusOf(answer) < 500))
        return await readAnswer(answer.response, `what ${shownAddress(url.href)} gives`);
    } finally {
      answer?.close();
    }
    await io.sleep(PAUSE_MS, signal);
  }
}

/** Follows redirects to the answer. The password in an address is not sent to other servers. */
async function follow(io: Io, first: URL, signal: AbortSignal): Promise<WebAnswer> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const headers = url.origin === first.origin ? authorizationOf(first) : {};
    const answer = await askWeb(io, { url, headers, signal });
    const location = locationOf(answer.response);
    if (location === undefined) return answer;
    answer.close();
    if (redirects === MAX_REDIRECTS) throw new Error(`it redirects more than ${MAX_REDIRECTS} times`);
    url = placeOf(location, url);
  }
}

/** The address of a redirect. Messages do not show it, as its query may contain a signature. */
function placeOf(location: string, from: URL): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (url !== undefined && ['http:', 'https:'].includes(url.protocol)) return url;
  throw new Error('it redirects to something that is not a web address');
}

async function readAnswer(response: IncomingMessage, what: string): Promise<Uint8Array> {
  const { statusCode = 0, statusMessage = '' } = response;
  if (statusCode !== 200) throw new Error(`the server answers ${`${statusCode} ${statusMessage}`.trim()}`);
  return readWithin(response, 'file', what);
}

function statusOf({ response }: WebAnswer): number {
  return response.statusCode ?? 0;
}

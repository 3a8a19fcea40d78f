import { startDeadline } from '../cluster/deadline.ts';
import type { Io } from '../io.ts';

/** How often kubectl asks a server that fails, and how long it waits in between. */
const ATTEMPTS = 3;
const PAUSE_MS = 1000;
const TIMEOUT_MS = 30_000;
const NOTHING: readonly Uint8Array[] = [];
/** Far beyond all manifests of a cluster's pods that anybody would keep in one file. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads what a web address gives, with the user name and password that stand in it; a server that fails (5xx) or cannot
 * be reached is asked three times, as kubectl does. Throws an error with what the server answered, when it takes longer
 * than 30 seconds or gives more than 16 MiB, and the reason of `signal`. No message holds a password.
 */
export async function download(io: Io, address: string, signal: AbortSignal): Promise<Uint8Array> {
  if (!URL.canParse(address)) throw new Error('it is not a web address');
  const request = makeRequest(new URL(address));
  const what = `it took longer than ${TIMEOUT_MS / 1000} seconds`;
  const deadline = startDeadline(TIMEOUT_MS, { parent: signal, what });
  try {
    const response = await ask(io, request, deadline.signal);
    if (response.status !== 200) throw new Error(`the server answers ${describeStatus(response)}`);
    return await readWithin(response);
  } catch (error) {
    deadline.signal.throwIfAborted();
    throw error;
  } finally {
    deadline.release();
  }
}

interface Request {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `fetch` takes no password in an address. */
function makeRequest(url: URL): Request {
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { address: url.href, headers: {} };
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    address: url.href,
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  };
}

async function ask(io: Io, { address, headers }: Request, signal: AbortSignal): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(address, { signal, headers });
      if (response.status < 500 || attempt === ATTEMPTS) return response;
      await response.body?.cancel();
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === ATTEMPTS) throw causeOf(error);
    }
    await io.sleep(PAUSE_MS, signal);
  }
}

/** `fetch failed` alone says nothing. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

function describeStatus({ status, statusText }: Response): string {
  return [`${status}`, statusText].filter((part) => part !== '').join(' ');
}

async function readWithin({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const parts: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? NOTHING;
  for await (const chunk of parts) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

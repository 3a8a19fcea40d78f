import type { ClientRequest, IncomingMessage } from 'node:http';

/**
 * Sends a request and returns the head of its answer. Throws what the connection does, and an error without a meaning
 * once `signal` is aborted, whose reason is for the caller to throw.
 */
export function sendRequest(
  request: ClientRequest,
  body: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    request.once('response', (response) => resolve((answer = response)));
    // Stays: whoever reads the answer hears of an error that came after its head, and why it is one.
    request.on('error', (error) => {
      answer?.destroy(error);
      reject(error);
    });
    // Node itself tells of an abort only once there is a connection, which a proxy may keep us waiting for.
    const abort = (): void => reject(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    request.once('close', () => signal.removeEventListener('abort', abort));
    request.end(body);
  });
}

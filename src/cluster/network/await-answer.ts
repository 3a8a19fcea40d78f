import type { ClientRequest, IncomingMessage } from 'node:http';

/** What else a request needs. */
export interface Sending {
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends the request and resolves with the head of its answer. Always settles: throws the system's error, and an Error where
 * the connection ends without an answer or the signal is aborted.
 */
export function awaitAnswer(request: ClientRequest, { body, signal }: Sending): Promise<IncomingMessage> {
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
    request.once('close', () => {
      signal.removeEventListener('abort', abort);
      // Node tells nobody of an answer that changes the protocol without being asked: it only ends the connection.
      reject(new Error('the connection was ended without an answer'));
    });
    request.end(body);
  });
}

import type { ClientRequest, IncomingMessage } from 'node:http';

/** The body of a request, and what ends it. */
export interface Sending {
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends the request and resolves with the response's headers. Always settles: throws the system's error, and an
 * Error if the connection ends first or the signal is aborted.
 */
export function awaitAnswer(request: ClientRequest, { body, signal }: Sending): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined;
    request.once('response', (response) => resolve((answer = response)));
    // Stays installed: passes an error that comes after the headers to the reader of the body.
    request.on('error', (error) => {
      answer?.destroy(error);
      reject(error);
    });
    // Node reports an abort only once it is connected, and a proxy can delay that.
    const abort = (): void => reject(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    request.once('close', () => {
      signal.removeEventListener('abort', abort);
      // For an unrequested protocol switch, Node closes the connection without an error.
      reject(new Error('the connection was closed without an answer'));
    });
    request.end(body);
  });
}

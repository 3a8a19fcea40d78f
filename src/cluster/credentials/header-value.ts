import { CliError } from '../../errors/cli-error.ts';

/** The characters that HTTP allows in a header value; client-go checks the same. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Encodes a header value for Node: one character per byte of UTF-8. Throws `kubeconfig` for a control character;
 * the message names the value by `what` and does not quote it.
 * See https://www.rfc-editor.org/rfc/rfc9110#section-5.5
 */
export function headerValue(text: string, what: string): string {
  const bytes = Buffer.from(text).toString('latin1');
  if (VALUE.test(bytes)) return bytes;
  throw new CliError(
    'kubeconfig',
    `${what} cannot be sent: it holds a line break or another control character`,
  );
}

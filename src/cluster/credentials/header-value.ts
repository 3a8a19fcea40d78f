import { CliError } from '../../errors/cli-error.ts';

/** What a header may hold, by the rule of HTTP that client-go checks as well. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The value of a header as Node has to be given it: one character for each byte of UTF-8, which is what servers read.
 * Throws `kubeconfig` for a line break or another control character; `what` names the value, which is not quoted.
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

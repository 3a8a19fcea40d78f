/** Names of headers whose value is a secret, or may hold one: those of the standards, and what proxies and vendors make up. */
const SECRET_NAME = /authorization|cookie|token|secret|password|(?:api|access|private|auth)[-_]?key/;
/** Headers with an address, whose query may hold what a login page wants to know. */
const ADDRESSES = ['location', 'content-location', 'referer', 'refresh', 'link'];
/** What stands in the place of a secret. */
export const MASK = '<masked>';

/**
 * Headers as an observer may see them: secrets replaced, but for the scheme of an authorization; a header that came
 * several times is joined. Names are lower case.
 */
export function maskedHeaders(
  headers: Readonly<Record<string, string | readonly string[] | number | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = typeof value === 'object' ? value.join(', ') : String(value);
      return [[name.toLowerCase(), mask(name.toLowerCase(), text)]];
    }),
  );
}

function mask(name: string, text: string): string {
  if (ADDRESSES.includes(name))
    return text.replace(/[?#].*$/s, `?${MASK}`).replace(/\/\/[^/]*@/, `//${MASK}@`);
  if (!SECRET_NAME.test(name)) return text;
  const scheme = /^(?:Bearer|Basic)(?= )/i.exec(text)?.[0];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}

/** Names of standard and vendor headers whose value can be a secret. */
const SECRET_NAME = /authorization|cookie|token|secret|password|(?:api|access|private|auth)[-_]?key/;
/** Headers with a URL, whose query can hold secrets of a login page. */
const ADDRESSES = ['location', 'content-location', 'referer', 'refresh', 'link'];
/** Replaces a secret. */
export const MASK = '<masked>';

/**
 * Masks secrets in headers, but keeps the scheme of an authorization. Joins repeated headers. Names become lower
 * case.
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

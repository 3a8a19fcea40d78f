/** Headers whose value is a secret, or may hold one. */
const SECRET_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];
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
  if (!SECRET_HEADERS.includes(name)) return text;
  const scheme = /^(?:Bearer|Basic)(?= )/i.exec(text)?.[0];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}

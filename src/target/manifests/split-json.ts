const DEPTH_CHANGES: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };
const BLANK = /\s/;

/**
 * The JSON objects of a text in which they follow each other with nothing but white space between them, as `jq` and
 * several calls of `kubectl get -o json` print them; undefined for any other text. Each character is looked at once.
 */
export function splitJsonObjects(text: string): readonly string[] | undefined {
  const objects: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (depth === 0) {
      if (BLANK.test(sign)) continue;
      if (sign !== '{') return undefined;
      start = at;
    }
    if (sign === '"') at = endOfText(text, at);
    depth += DEPTH_CHANGES[sign] ?? 0;
    if (depth === 0) objects.push(text.slice(start, at + 1));
  }
  return depth === 0 ? objects : undefined;
}

/** Where the text in JSON ends that begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

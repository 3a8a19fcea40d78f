const DEPTH_CHANGES: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };
const BLANK = /\s/;

/**
 * The JSON objects of a text that contains only objects and white space, as `jq` and several calls of
 * `kubectl get -o json` print them; undefined for any other text. Reads each character once.
 */
export function splitJsonObjects(text: string): readonly string[] | undefined {
  const objects: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (depth === 0) {
      if (BLANK.test(character)) continue;
      if (character !== '{') return undefined;
      start = at;
    }
    if (character === '"') at = endOfString(text, at);
    depth += DEPTH_CHANGES[character] ?? 0;
    if (depth === 0) objects.push(text.slice(start, at + 1));
  }
  return depth === 0 ? objects : undefined;
}

/** The index of the closing quote of the JSON string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

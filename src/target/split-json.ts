/** A text in JSON, a bracket, or anything between them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^"{}[\]]+/gs;
const DEPTH_CHANGES: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

/**
 * The JSON objects of a text in which they follow each other with nothing but white space between them, as `jq` and
 * several calls of `kubectl get -o json` print them; undefined for any other text.
 */
export function splitJsonObjects(text: string): readonly string[] | undefined {
  const objects: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isBetween = depth === 0 && token.trim() === '';
    if (isBetween) continue;
    if (depth === 0 && token !== '{') return undefined;
    depth += DEPTH_CHANGES[token] ?? 0;
    if (depth > 0) continue;
    objects.push(text.slice(start, index + 1));
    start = index + 1;
  }
  return depth === 0 ? objects : undefined;
}

/** The first `length` UTF-16 units of a text, without half a character at the end. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/** The source of a regular expression, without the flags `u` and `v`, that matches this text and nothing else. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

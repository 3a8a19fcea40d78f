/** The source of a regular expression that matches exactly this text. Not for the flags `u` and `v`. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

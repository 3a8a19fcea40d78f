/** The message of a caught value, which need not be an Error. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same for a file that cannot be opened, after a text that names it: Node's message would repeat the name. */
export function fileErrorText(error: unknown): string {
  return isMissingFile(error) ? 'there is no such file' : errorText(error);
}

/** Whether a caught value means that a file or folder does not exist. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

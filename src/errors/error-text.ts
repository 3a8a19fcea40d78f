/** What a caught value says, whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same of a file that could not be opened, behind a text that names it: Node would name it once more. */
export function fileErrorText(error: unknown): string {
  return isMissingFile(error) ? 'there is no such file' : errorText(error);
}

/** Whether a caught value says that there is no such file or folder. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The message of a caught value, whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A caught value as an Error: JavaScript can throw anything, and an AbortSignal can have any reason. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** As `errorText`, for a message that names the file already: Node's own text would repeat it. */
export function fileErrorText(error: unknown): string {
  return isMissingFile(error) ? 'there is no such file' : errorText(error);
}

/** Whether a caught value means that a file or folder does not exist. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

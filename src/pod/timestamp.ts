/** Reads a time as the API server writes it (RFC 3339); undefined for null, undefined and invalid text. */
export function parseTime(text: string | null | undefined): Date | undefined {
  const milliseconds = Date.parse(text ?? '');
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds);
}

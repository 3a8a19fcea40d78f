import { CliError } from '../errors/cli-error.ts';

/** A field, plain or in double quotes, and its end. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^,"\n]*))(,|$)/y;

/**
 * Splits one line of comma-separated values as Go's encoding/csv does: a field in double quotes may contain commas, line
 * breaks and doubled quotes. Throws `usage`, also for a second line, which pflag silently drops.
 * See https://pkg.go.dev/encoding/csv
 */
export function splitAtCommas(record: string): readonly string[] {
  const fields: string[] = [];
  let start = 0;
  for (;;) {
    FIELD.lastIndex = start;
    const [whole, quoted, plain = '', end] = FIELD.exec(record) ?? [];
    if (whole === undefined) {
      const rule = 'a field with a quote or a line break must be in double quotes, with "" for a quote';
      throw new CliError('usage', `parse error at character ${start + 1}: ${rule}`);
    }
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') return fields;
    start += whole.length;
  }
}

/** A text as a field of such a line. */
export function csvField(text: string): string {
  return /[,"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import type { ReportData } from './report-map.ts';

/** The API server takes no more than 1 MiB in all values of a ConfigMap. */
const MOST_BYTES = 1024 * 1024;
/** Of the result as text, so that most is left for the page. */
const MOST_TEXT_BYTES = 256 * 1024;

interface ReportParts {
  readonly summary: object;
  readonly result: string;
  /** Compressed. */
  readonly page: Buffer;
}

/** What a ConfigMap has of a report, and whether that is all: the text may be cut, and a page that is too large is left out. */
export function fitReport({ summary, result, page }: ReportParts): {
  readonly report: ReportData;
  readonly hasPage: boolean;
} {
  const data = {
    'summary.json': `${JSON.stringify(summary, null, 2)}\n`,
    'result.txt': cutText(result),
  };
  const others = Object.values(data).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const hasPage = others + page.length <= MOST_BYTES;
  return {
    report: { data, binaryData: { 'report.html.gz': hasPage ? page.toString('base64') : null } },
    hasPage,
  };
}

/** Whether no more of the text is shown. */
export const isBeyondReport = (text: string): boolean => text.length > MOST_TEXT_BYTES;

/** The first lines that fit, and a line that says so. */
function cutText(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_TEXT_BYTES) return text;
  const end = bytes.lastIndexOf('\n', MOST_TEXT_BYTES);
  return `${bytes.subarray(0, end < 0 ? 0 : end + 1).toString()}(cut at 256 KiB)\n`;
}

import { createHash } from 'node:crypto';
import { markupText } from './markup-text.ts';
import { PAGE_STYLE } from './page-style.ts';

/** What a page is called, and what it brings along. */
interface PageHead {
  /** Not escaped yet. */
  readonly title: string;
  /** CSS in addition to that of all pages. */
  readonly style: string;
  /** Absent for a page without a script. */
  readonly script?: string;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The page loads nothing, and only our own style and script work, whatever a pod printed. */
function policyOf(style: string, script: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/**
 * The beginning of an HTML page that needs no other file, up to and with `<body>`. Its policy forbids everything that
 * is not our own (https://www.w3.org/TR/CSP3/).
 */
export function pageHead({ title, style, script }: PageHead): string {
  const all = PAGE_STYLE + style;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(all, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${markupText(title)}</title>
<style>${all}</style>
</head>
<body>
`;
}

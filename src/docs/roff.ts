/** A text for roff: nothing in it is a request, and a hyphen can be searched for and copied as one. */
export function roffText(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replaceAll(/^[.']/gm, String.raw`\&$&`)
    .replaceAll(/[^\0-\x7f]/gu, (character) => `\\[u${codeOf(character)}]`);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** An argument of a macro, which may have spaces. */
export function roffArgument(text: string): string {
  return `"${roffText(text).replaceAll('"', String.raw`\(dq`)}"`;
}

/** A bold text. */
export function roffBold(text: string): string {
  return String.raw`\fB${roffText(text)}\fR`;
}

/** A section with its heading; `level` SS is within a section. */
export function roffSection(title: string, lines: readonly string[], level: 'SH' | 'SS' = 'SH'): string {
  return [`.${level} ${roffArgument(title)}`, ...lines].join('\n');
}

/** Lines that are shown as they are, such as a command line, indented. */
export function roffExample(lines: readonly string[]): string {
  return ['.RS 4', '.nf', ...lines.map(roffText), '.fi', '.RE'].join('\n');
}

/** A term, and below it what it means. */
export function roffTerm(term: string, text: string): string {
  return ['.TP', roffBold(term), roffText(text)].join('\n');
}

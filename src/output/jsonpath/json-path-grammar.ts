import { CliError, isCliError } from '../../errors/cli-error.ts';

/** One step of an action, in kubectl's dialect of JSONPath. */
export type Step =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: number | boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'slice'; readonly slice: Slice }
  | { readonly kind: 'union'; readonly actions: readonly Action[] }
  | { readonly kind: 'filter'; readonly left: Action; readonly operator: string; readonly right: Action };
/** The steps between two braces. Text between actions is an action of one step. */
export type Action = readonly Step[];

/** Bounds as they were typed; the end of a single index is derived from it. */
export interface Slice {
  readonly start: number;
  readonly end: number | undefined;
  readonly isIndex: boolean;
  readonly step: number;
}

/** A parsed template. */
export interface JsonPath {
  /** As it was typed. */
  readonly template: string;
  readonly actions: readonly Action[];
}

/** The steps that were read, and the index after them; a space or `@` is no step. */
interface Read {
  readonly step?: Step;
  readonly steps?: Action;
  readonly next: number;
}

function fail(reason: string): never {
  throw new CliError('usage', reason);
}

/** A name up to a character that ends it, unless a backslash comes before that. */
const NAME = /(?:\\[^]|[^\\ \t\r\n.,[\]$@{}])*/y;
const WORD = /[^ \t\r\n.,[\]$@{}]+/y;
const NUMBER = /[+-]?[\d.]*/y;
const SLICE = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;
const COMPARISON = /^([^!<>=]+)([!<>=]+)(.+?)$/;

function match(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[0];
}

function readField(text: string, position: number): Read {
  const name = match(NAME, text, position) ?? '';
  const next = position + name.length;
  return {
    step: name === '*' ? { kind: 'wildcard' } : { kind: 'field', name: name.replaceAll('\\', '') },
    next,
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};
const PART = /([^\\]+)|\\(?:x([\da-fA-F]{2})|([0-7]{3})|(u[\da-fA-F]{4}|U[\da-fA-F]{8})|([^]))/g;

/** The character of an escape; undefined for a surrogate, or for no escape. */
function characterOf(escape = ''): string | undefined {
  const code = Number.parseInt(escape.slice(1), 16);
  const isOne = code < 0xd8_00 || (code > 0xdf_ff && code <= 0x10_ff_ff);
  return isOne ? String.fromCodePoint(code) : undefined;
}

/** The bytes of one part of a Go string; undefined if it is invalid. */
function bytesOf(part: RegExpExecArray, quote: string): Buffer | undefined {
  const [, plain, hex, octal, unicode, letter] = part;
  if (plain !== undefined) return plain.includes(quote) ? undefined : Buffer.from(plain);
  const byte = octal === undefined ? Number.parseInt(hex ?? '', 16) : Number.parseInt(octal, 8);
  if (byte <= 0xff) return Buffer.of(byte);
  const escaped = letter === quote ? quote : ESCAPES[letter ?? ''];
  const character = escaped ?? characterOf(unicode);
  return character === undefined ? undefined : Buffer.from(character);
}

/** Reads a Go string; `\x` and octal escapes are bytes of UTF-8. */
function unquote(quoted: string): string {
  const parts = Array.from(
    quoted.slice(1, -1).matchAll(PART),
    (part) => bytesOf(part, quoted.charAt(0)) ?? fail(`unquote string ${quoted} error invalid syntax`),
  );
  return Buffer.concat(parts).toString();
}

function readQuoted(text: string, position: number): Read {
  let end = position + 1;
  while (text[end] !== text[position] || text[end - 1] === '\\') {
    if (end >= text.length || text[end] === '\n') fail('unterminated quoted string');
    end += 1;
  }
  return { step: { kind: 'text', text: unquote(text.slice(position, end + 1)) }, next: end + 1 };
}

function readNumber(text: string, position: number): Read {
  const digits = match(NUMBER, text, position) ?? '';
  const value = Number(digits);
  if (Number.isNaN(value) || !/\d/.test(digits)) fail(`cannot parse number ${digits}`);
  return { step: { kind: 'literal', value }, next: position + digits.length };
}

function readWord(text: string, position: number): Read {
  const word = match(WORD, text, position) ?? '';
  const next = position + word.length;
  if (word !== 'true' && word !== 'false') return { step: { kind: 'word', word }, next };
  return { step: { kind: 'literal', value: word === 'true' }, next };
}

function readSlice(text: string): Step {
  const [, start, end, step] = SLICE.exec(text) ?? fail(`invalid array index ${text}`);
  const bound = (part: string | undefined): number | undefined => {
    const digits = part?.replace(':', '') ?? '';
    return digits === '' ? undefined : Number(digits);
  };
  const first = bound(start) ?? 0;
  const isIndex = end === undefined;
  if (start === '-' || end === ':-' || step === ':-') fail(`array index - is not a number`);
  const slice = { start: first, end: isIndex ? first + 1 : bound(end), isIndex, step: bound(step) ?? 1 };
  return { kind: 'slice', slice };
}

/** Reads what is between `[` and `]`: a union, a quoted key or a slice. */
function readBrackets(text: string, position: number): Read {
  const end = text.slice(position).search(/[\]\n]/) + position;
  if (end < position || text[end] === '\n') fail('unterminated array');
  const inner = text.slice(position + 1, end);
  const parts = inner.split(',');
  const next = end + 1;
  if (parts.length > 1) {
    const actions = parts.map((part) => readAction(`[${part.replace(/^ +|(?<! ) +$/g, '')}]`));
    return { step: { kind: 'union', actions }, next };
  }
  const key = /^'([^']*)'$/.exec(inner)?.[1];
  if (key !== undefined) return { steps: readAction(`.${key}`), next };
  return { step: readSlice(inner === '*' ? ':' : inner), next };
}

/** Up to the first `)` outside of the only pair of quotes, as in kubectl. */
const FILTER = /(?:[^"')\n]*)(?:(["'])(?:(?!(?<!\\)\1)[^\n])*(?<!\\)\1)?[^)\n]*(?=\))/y;

const TO_PARENTHESIS = /[^)\n]*\)/y;

function readFilter(text: string, position: number): Read {
  const start = position + '[?('.length;
  // Otherwise an expression that cannot match is tried from each character on.
  if (match(TO_PARENTHESIS, text, start) === undefined) fail('unterminated filter');
  const inner = match(FILTER, text, start) ?? fail('unterminated filter');
  const end = start + inner.length;
  if (text[end + 1] !== ']') fail('unclosed array expect ]');
  const [, left = inner, operator = 'exists', right = ''] = COMPARISON.exec(inner) ?? [];
  const step: Step = { kind: 'filter', left: readAction(left), operator, right: readAction(right) };
  return { step, next: end + 2 };
}

function readRecursive(text: string, position: number, before: Step | undefined): Read {
  if (before?.kind === 'recursive') fail('invalid multiple recursive descent');
  const next = position + '..'.length;
  if (!/[\p{L}\p{Nd}_]/u.test(text[next] ?? '')) return { step: { kind: 'recursive' }, next };
  const { step, next: behind } = readField(text, next);
  return { steps: [{ kind: 'recursive' }, ...(step === undefined ? [] : [step])], next: behind };
}

/** The readers of steps, by how a step starts; the first match counts. */
const READERS: readonly (readonly [RegExp, (text: string, position: number, before?: Step) => Read])[] = [
  [/\[\?\(/y, readFilter],
  [/\.\./y, readRecursive],
  [/[ @$]/y, (_, position) => ({ next: position + 1 })],
  [/\[/y, readBrackets],
  [/["']/y, readQuoted],
  [/\./y, (text, position) => readField(text, position + 1)],
  [/[+\-\d]/y, readNumber],
  [/[\p{L}_]/uy, readWord],
];

/** Reads the steps from `start` to the `}` that ends them. */
function readSteps(text: string, start: number): { readonly steps: Action; readonly next: number } {
  const steps: Step[] = [];
  let at = start;
  while (text[at] !== '}') {
    const character = text[at] ?? '\n';
    if (character === '\n' || character === '\r') fail('unclosed action');
    const reader = READERS.find(([pattern]) => match(pattern, text, at) !== undefined)?.[1];
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    if (reader === undefined) fail(`unrecognized character in action: U+${code} '${character}'`);
    const read = reader(text, at, steps.at(-1));
    steps.push(...(read.steps ?? []), ...(read.step === undefined ? [] : [read.step]));
    at = read.next;
  }
  return { steps, next: at + 1 };
}

function readAction(text: string): Action {
  return readSteps(`${text}}`, 0).steps;
}

/**
 * Parses a template of text and actions in braces. Throws `usage` with the words of kubectl.
 * See https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export function parseJsonPath(template: string): JsonPath {
  const actions: Action[] = [];
  try {
    for (let at = 0; at < template.length;) {
      const brace = template.indexOf('{', at);
      const end = brace === -1 ? template.length : brace;
      if (end > at) actions.push([{ kind: 'text', text: template.slice(at, end) }]);
      if (brace === -1) break;
      const { steps, next } = readSteps(template, brace + 1);
      actions.push(steps);
      at = next;
    }
  } catch (error) {
    if (!isCliError(error)) throw error;
    throw new CliError('usage', `error parsing jsonpath ${template}, ${error.message}`, { cause: error });
  }
  return { template, actions };
}

/** Parses the short form of columns and sorting: `.metadata.name`, `metadata.name` or `{.metadata.name}`. Throws `usage`. */
export function parseRelaxedPath(text: string): JsonPath {
  const path = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(text);
  if (text === '') return parseJsonPath('');
  const forms = "'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'";
  if (path === null) throw new CliError('usage', `unexpected path string, expected a ${forms}`);
  return parseJsonPath(`{.${path[1] ?? path[2] ?? ''}}`);
}

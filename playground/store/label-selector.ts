import { badRequest } from '../api/request/status-error.ts';

type Labels = Readonly<Record<string, string>>;

interface Requirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/**
 * Parses a label selector (`app=web,tier notin (db,cache),!legacy,level>3`) into a test for labels. Throws
 * `StatusError` 400. See https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function parseLabelSelector(text: string): (labels: Labels) => boolean {
  if (text.trim() === '') return () => true;
  const tokens = tokenize(text);
  const requirements = [readRequirement(tokens)];
  while (tokens.take(',')) requirements.push(readRequirement(tokens));
  if (tokens.peek() !== '') throw unexpected(tokens.peek(), "',' or 'end of string'");
  return (labels) => requirements.every((requirement) => satisfies(labels, requirement));
}

interface Tokens {
  /** The next token; empty at the end. */
  readonly peek: () => string;
  readonly next: () => string;
  /** Takes the next token if it is `token`, and tells whether it was. */
  readonly take: (token: string) => boolean;
}

function tokenize(text: string): Tokens {
  const tokens = text.match(/==|!=|[=!<>(),]|[^\s=!<>(),]+/g) ?? [];
  let position = 0;
  const peek = (): string => tokens[position] ?? '';
  return {
    peek,
    next: () => {
      const token = peek();
      position += 1;
      return token;
    },
    take: (token) => {
      const isNext = peek() === token;
      if (isNext) position += 1;
      return isNext;
    },
  };
}

function readRequirement(tokens: Tokens): Requirement {
  if (tokens.take('!')) return { key: readKey(tokens), operator: 'absent', values: [] };
  const key = readKey(tokens);
  if (tokens.peek() === '' || tokens.peek() === ',') return { key, operator: 'present', values: [] };
  const operator = tokens.next();
  if (operator === 'in' || operator === 'notin') return { key, operator, values: readValues(tokens) };
  if (!Object.hasOwn(OPERATORS, operator)) throw unexpected(operator, 'in, notin, =, ==, !=, gt, lt');
  return { key, operator, values: [readValue(tokens)] };
}

function readKey(tokens: Tokens): string {
  const key = tokens.next();
  if (!/^[^=!<>(),]+$/.test(key)) throw unexpected(key, 'identifier');
  const name = key.slice(key.lastIndexOf('/') + 1);
  if (/^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/.test(name)) return key;
  throw badRequest(
    `unable to parse requirement: <nil>: Invalid value: ${JSON.stringify(key)}: name part is invalid`,
  );
}

function readValue(tokens: Tokens): string {
  const token = tokens.peek();
  if (token === '' || token === ',') return '';
  if (!/^[^=!<>(),]+$/.test(token)) throw unexpected(token, 'identifier');
  return tokens.next();
}

function readValues(tokens: Tokens): readonly string[] {
  if (!tokens.take('(')) throw unexpected(tokens.peek(), "'('");
  const values: string[] = [];
  while (!tokens.take(')')) {
    if (tokens.take(',')) continue;
    if (tokens.peek() === '') throw unexpected('', "',' or ')'");
    values.push(readValue(tokens));
  }
  return values.length === 0 ? [''] : values;
}

function unexpected(found: string, expected: string): Error {
  return badRequest(`unable to parse requirement: found '${found}', expected: ${expected}`);
}

type Operator = (value: string | undefined, values: readonly string[]) => boolean;

const equals: Operator = (value, values) => value !== undefined && values.includes(value);
const differs: Operator = (value, values) => value === undefined || !values.includes(value);

const OPERATORS: Readonly<Record<string, Operator>> = {
  present: (value) => value !== undefined,
  absent: (value) => value === undefined,
  in: equals,
  '=': equals,
  '==': equals,
  notin: differs,
  '!=': differs,
  '>': (value, [limit = '']) => isInteger(value) && Number(value) > Number(limit),
  '<': (value, [limit = '']) => isInteger(value) && Number(value) < Number(limit),
};

function isInteger(value: string | undefined): boolean {
  return value !== undefined && /^-?\d+$/.test(value);
}

function satisfies(labels: Labels, { key, operator, values }: Requirement): boolean {
  return OPERATORS[operator]?.(labels[key], values) ?? false;
}

import { CliError, isCliError } from '../../errors/cli-error.ts';
import { goJson, goText } from './go-text.ts';
import type { Action, JsonPath, Slice, Step } from './json-path-grammar.ts';

type Values = readonly unknown[];

/** The items of a list, or the values of an object in the order of its keys; empty for other values. */
function childrenOf(value: unknown): Values {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, child]: [string, unknown]) => child);
}

function goType(value: unknown): string {
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}

/** The first index and the one after the last, counted from the start of a list of this length. */
function boundsOf({ start, end, isIndex }: Slice, length: number): readonly [number, number] {
  const asked = end ?? length;
  const isFromEnd = asked < 0 || (asked === 0 && isIndex);
  return [start < 0 ? start + length : start, isFromEnd ? asked + length : asked];
}

/** Throws `usage` for bounds outside of a list of this length. */
function checkBounds(first: number, last: number, length: number): void {
  const isOutside = (index: number): never =>
    fail(`array index out of bounds: index ${index}, length ${length}`);
  if (first >= length || first < 0) isOutside(first);
  if (last > length || last < 0) isOutside(last - 1);
  if (first > last) fail(`starting index ${first} is greater than ending index ${last}`);
}

function takeSlice(value: unknown, slice: Slice): Values {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) fail(`${goType(value)} is not array or slice`);
  const [first, last] = boundsOf(slice, value.length);
  if (first === last) return [];
  checkBounds(first, last, value.length);
  if (slice.step <= 0) fail('step must be > 0');
  return value.slice(first, last).filter((_, index) => index % slice.step === 0);
}

function fieldOf(value: unknown, name: string): Values {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const entry = Object.getOwnPropertyDescriptor(value, name);
  return entry === undefined ? [] : [entry.value];
}

function takeField(input: Values, name: string, isStrict: boolean): Values {
  const found = input.flatMap((value) => fieldOf(value, name));
  if (isStrict && input.length > 0 && found.length === 0) fail(`${name} is not found`);
  return found;
}

/** Keeps texts, as kubectl treats them as lists here, but neither numbers nor empty values. */
function descend(input: Values): Values {
  const found: unknown[] = [];
  // Without recursion, as a server may nest deeper than our stack allows.
  const open = input.toReversed();
  while (open.length > 0) {
    const value = open.pop();
    const children = childrenOf(value);
    if (children.length > 0 || (typeof value === 'string' && value !== '')) found.push(value);
    for (const child of children.toReversed()) open.push(child);
  }
  return found;
}

function fail(reason: string): never {
  throw new CliError('usage', reason);
}

type Scalar = string | number | boolean;
const COMPARE: ReadonlyMap<string, (left: Scalar, right: Scalar) => boolean> = new Map([
  ['==', (left, right) => left === right],
  ['!=', (left, right) => left !== right],
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
]);

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function compare(operator: string, [left, ...more]: Values, [right, ...others]: Values): boolean {
  if (more.length > 0 || others.length > 0) fail('can only compare one element at a time');
  const passes = COMPARE.get(operator) ?? fail(`unrecognized filter operator ${operator}`);
  if (!isScalar(left) || !isScalar(right)) fail('invalid type for comparison');
  const hasOrder = typeof left !== 'boolean' || operator === '==' || operator === '!=';
  if (!hasOrder) fail('invalid type for comparison');
  if (typeof left !== typeof right) fail('incompatible types for comparison');
  return passes(left, right);
}

/** The state of an evaluation. */
interface State {
  readonly isStrict: boolean;
  /** How many ranges are open. */
  depth: number;
  /** How many `range` and `end` are pending; a filter may leave some to the actions after it. */
  ranges: number;
  ends: number;
  /** The action with the `{end}` that took effect last. */
  lastEnd: number;
}

/** Whether a path finds a value. As in kubectl, a step that fails counts as a value, except for a missing key. */
function exists(item: unknown, path: Action, state: State): boolean {
  let values: Values = [item];
  for (const step of path) {
    try {
      values = takeStep(values, step, state);
    } catch (error) {
      if (!isCliError(error)) throw error;
      return step.kind !== 'field' && !(step.kind === 'word' && step.word === 'end');
    }
  }
  return values.length > 0;
}

function passesFilter(item: unknown, step: Step & { kind: 'filter' }, state: State): boolean {
  if (step.operator === 'exists') return exists(item, step.left, state);
  const left = walk([item], step.left, state);
  const right = left.length === 0 ? [] : walk([item], step.right, state);
  return right.length > 0 && compare(step.operator, left, right);
}

function takeFiltered(value: unknown, step: Step & { kind: 'filter' }, state: State): Values {
  if (Array.isArray(value)) return value.filter((item) => passesFilter(item, step, state));
  return fail(`${goText(value)} is not array or slice and cannot be filtered`);
}

function obey(word: string, input: Values, state: State): Values {
  if (word === 'range') {
    state.ranges += 1;
    return input;
  }
  if (word !== 'end') fail(`unrecognized identifier ${word}`);
  if (state.depth === 0) fail('not in range, nothing to end');
  state.ends += 1;
  return [];
}

function takeStep(input: Values, step: Step, state: State): Values {
  switch (step.kind) {
    case 'text':
      return [step.text];
    case 'literal':
      return input.map(() => step.value);
    case 'field':
      return takeField(input, step.name, state.isStrict);
    case 'wildcard':
      return input.flatMap(childrenOf);
    case 'recursive':
      return descend(input);
    case 'word':
      return obey(step.word, input, state);
    case 'slice':
      return input.flatMap((value) => takeSlice(value, step.slice));
    case 'union':
      return step.actions.flatMap((action) => walk(input, action, state));
    case 'filter':
      return input.flatMap((value) => takeFiltered(value, step, state));
  }
}

function walk(input: Values, action: Action, state: State): Values {
  return action.reduce((values, step) => takeStep(values, step, state), input);
}

interface Run {
  readonly path: JsonPath;
  readonly state: State;
}

/** Evaluates the actions after a range for each of its values; without values it does so once, to find the `{end}`. */
function evaluateRange(start: number, values: Values, run: Run): readonly Values[] {
  run.state.depth += 1;
  const turns = (values.length === 0 ? [null] : values).map((value) => evaluateFrom(start, value, run));
  run.state.depth -= 1;
  return values.length === 0 ? [] : turns.flat();
}

/** As in kubectl, the actions after a range without an `{end}` are evaluated once more after it. */
function evaluateFrom(start: number, data: unknown, run: Run): readonly Values[] {
  const { path, state } = run;
  const results: Values[] = [];
  for (let at = start; at < path.actions.length; at += 1) {
    const values = walk([data], path.actions[at] ?? [], state);
    if (state.ends > 0 && state.ends <= state.depth) {
      state.ends -= 1;
      state.lastEnd = at;
      break;
    }
    if (state.ranges === 0) {
      results.push(values);
      continue;
    }
    state.ranges -= 1;
    for (const result of evaluateRange(at + 1, values, run)) results.push(result);
    at = Math.max(at, state.lastEnd);
  }
  return results;
}

/**
 * Evaluates a template against an object, and returns the values of each action in order. A missing key has no value or,
 * with `isStrict`, fails. Throws `usage` with the words of kubectl.
 */
export function evaluateJsonPath(path: JsonPath, data: unknown, isStrict = false): readonly Values[] {
  const state: State = { isStrict, depth: 0, ranges: 0, ends: 0, lastEnd: -1 };
  try {
    return evaluateFrom(0, data, { path, state });
  } catch (error) {
    if (!isCliError(error)) throw error;
    const message = `error executing jsonpath "${path.template}": ${error.message}`;
    throw new CliError('usage', message, { cause: error });
  }
}

function plainText(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? goJson(value) : goText(value);
}

/** The output of `-o jsonpath`: values as text, separated by spaces, with lists and objects as JSON. */
export function jsonPathText(results: readonly Values[]): string {
  return results.map((values) => values.map(plainText).join(' ')).join('');
}

/** The output of `-o jsonpath-as-json`: a list for each action. */
export function jsonPathAsJson(results: readonly Values[]): string {
  return results.map((values) => `${goJson(values, 4)}\n`).join('');
}

import { compareYamlKeys } from './yaml-key-order.ts';
import { yamlScalar } from './yaml-scalar.ts';

const STEP = 2;
/** In YAML 1.1 a longer key, or one of several lines, needs a `?`; this is the limit of Go's yaml. */
const MAX_SIMPLE_KEY_BYTES = 128;

function isFilled(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function joinLines(lines: readonly string[], indent: number): string {
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** Renders a value that fits after `key:` or `-`: everything except non-empty lists and objects. */
function renderInline(value: unknown, place: { readonly indent: number; readonly column: number }): string {
  return typeof value === 'string' ? yamlScalar(value, { ...place, isKey: false }) : JSON.stringify(value);
}

/** Renders `- value` or `: value`; a nested value starts on the same line. */
function renderBehind(mark: string, value: unknown, indent: number): string {
  const inner = indent + STEP;
  const text = isFilled(value)
    ? renderFilled(value, inner)
    : renderInline(value, { indent: inner, column: inner });
  return `${mark} ${text}`;
}

function isSimpleKey(key: string): boolean {
  return Buffer.byteLength(key) <= MAX_SIMPLE_KEY_BYTES && !/[\n\r]/.test(key);
}

function renderEntry([key, value]: readonly [string, unknown], indent: number): string {
  if (!isSimpleKey(key)) {
    return joinLines([renderBehind('?', key, indent), renderBehind(':', value, indent)], indent);
  }
  const start = `${yamlScalar(key, { indent, column: indent, isKey: true })}:`;
  if (isFilled(value)) {
    // The items of a list are not indented below their key.
    const inner = Array.isArray(value) ? indent : indent + STEP;
    return joinLines([start, renderFilled(value, inner)], inner);
  }
  const column = indent + Array.from(start).length + 1;
  return `${start} ${renderInline(value, { indent: indent + STEP, column })}`;
}

function renderFilled(value: object, indent: number): string {
  const lines = Array.isArray(value)
    ? value.map((item: unknown) => renderBehind('-', item, indent))
    : Object.entries(value)
        .toSorted(([a], [b]) => compareYamlKeys(a, b))
        .map((entry) => renderEntry(entry, indent));
  return joinLines(lines, indent);
}

/**
 * Writes a JSON object or list as the YAML document that kubectl prints: with sorted keys, and with the quotes and line
 * breaks of Go's yaml, so that both outputs can be compared. Strings are printable. There is no line feed at the end.
 */
export function yamlDocument(value: object): string {
  return isFilled(value) ? renderFilled(value, 0) : renderInline(value, { indent: 0, column: 0 });
}

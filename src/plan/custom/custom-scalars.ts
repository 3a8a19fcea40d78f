import type { FieldSchema } from './custom-schema.ts';

export type Scalar = string | number | boolean;
export type ScalarKind = Exclude<FieldSchema['kind'], 'list' | 'map' | 'struct' | 'forbidden'>;

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function readInteger(value: unknown): number | undefined {
  const number = readNumber(value);
  return Number.isInteger(number) ? number : undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

interface ScalarReader {
  /** The name of the kind in messages. */
  readonly called: string;
  /** undefined for a value of another type. */
  readonly read: (value: unknown) => Scalar | undefined;
}

/** How each kind of scalar in a `--custom` file is read. */
export const SCALARS: Readonly<Record<ScalarKind, ScalarReader>> = {
  // As in kubectl, a text may lack the quotes that YAML needs around `1` or `true`.
  text: {
    called: 'a text',
    read: (value) => readText(value) ?? (readNumber(value) ?? readBoolean(value))?.toString(),
  },
  quantity: { called: 'a quantity', read: (value) => readText(value) ?? readNumber(value)?.toString() },
  port: { called: 'a port', read: (value) => readText(value) ?? readInteger(value) },
  integer: { called: 'an integer', read: readInteger },
  boolean: { called: 'true or false', read: readBoolean },
};

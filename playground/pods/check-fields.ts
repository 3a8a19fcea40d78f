import { isJsonObject } from '../json.ts';
import type { FieldType } from './field-types.ts';

interface FieldFindings {
  /** Paths of unknown fields, such as `spec.containers[0].frobnicate`. */
  readonly unknown: readonly string[];
  /** The server's messages about values of a wrong type. */
  readonly mismatches: readonly string[];
}

const NOTHING: FieldFindings = { unknown: [], mismatches: [] };

/**
 * Compares the fields of a parsed body with a type. Null is an absent field, as in Go; keys with `$` in front are
 * directives of a patch.
 */
export function checkFields(value: unknown, type: FieldType, path = ''): FieldFindings {
  if (type === 'any' || value === null || value === undefined) return NOTHING;
  if (typeof type === 'string') return checkPlain(value, type);
  if ('list' in type) {
    if (!Array.isArray(value)) return mismatch(`cannot restore slice from ${goKind(value)}`);
    return merge(value.map((item, index) => checkFields(item, type.list, `${path}[${index}]`)));
  }
  if (!isJsonObject(value)) return mismatch(`cannot restore struct from: ${goKind(value)}`);
  const keys = Object.keys(value).filter((key) => !key.startsWith('$'));
  return merge(
    keys.sort().map((key) => {
      const field = fieldOf(type.fields, key);
      const child = path === '' ? key : `${path}.${key}`;
      return field === undefined
        ? { unknown: [child], mismatches: [] }
        : checkFields(value[key], field, child);
    }),
  );
}

/** A checked value without its unknown fields and nulls, which a server drops as well. */
export function pruneFields(value: unknown, type: FieldType): unknown {
  if (typeof type === 'string') return value;
  if ('list' in type) {
    return Array.isArray(value) ? value.map((item) => pruneFields(item, type.list)) : value;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const field = fieldOf(type.fields, key);
      return field === undefined || item === null ? [] : [[key, pruneFields(item, field)]];
    }),
  );
}

function fieldOf(fields: Readonly<Record<string, FieldType>>, key: string): FieldType | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

function checkPlain(value: unknown, type: 'string' | 'boolean' | 'integer'): FieldFindings {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? NOTHING : mismatch(`cannot convert ${goKind(value)} to string`);
    case 'boolean':
      return typeof value === 'boolean' ? NOTHING : mismatch('unrecognized type: bool');
    case 'integer':
      return Number.isSafeInteger(value) ? NOTHING : mismatch('unrecognized type: int64');
  }
}

function mismatch(text: string): FieldFindings {
  return { unknown: [], mismatches: [text] };
}

function merge(findings: readonly FieldFindings[]): FieldFindings {
  return {
    unknown: findings.flatMap(({ unknown }) => unknown),
    mismatches: findings.flatMap(({ mismatches }) => mismatches),
  };
}

function goKind(value: unknown): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'map';
}

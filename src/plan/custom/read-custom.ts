import { CliError } from '../../errors/cli-error.ts';
import { SCALARS, type Scalar, type ScalarKind } from './custom-scalars.ts';
import type { CustomContainer } from './custom.ts';
import { CUSTOM_CONTAINER, type FieldSchema, type Fields } from './custom-schema.ts';
import { isJsonObject, type JsonObject } from './strategic-merge.ts';

/** The place of a value in the file, for messages. */
interface Place {
  readonly file: string;
  readonly path: string;
}

function refuse({ file, path }: Place, why: string, hint?: string): CliError {
  const where = path === '' ? file : `"${path}" in ${file}`;
  return new CliError('usage', `--custom: ${where} ${why}`, hint === undefined ? {} : { hint });
}

function inside({ file, path }: Place, name: string): Place {
  return { file, path: path === '' ? name : `${path}.${name}` };
}

function readScalar(kind: ScalarKind, value: unknown, place: Place): Scalar {
  const { called, read } = SCALARS[kind];
  const scalar = read(value);
  if (scalar === undefined) throw refuse(place, `must be ${called}`);
  return scalar;
}

function readList(schema: FieldSchema & { readonly kind: 'list' }, value: unknown, place: Place): unknown {
  if (!Array.isArray(value)) throw refuse(place, 'must be a list');
  return value.map((item: unknown, index) => {
    const { file, path } = place;
    const itemPlace = { file, path: `${path}[${index}]` };
    const read = readField(schema.of, item, itemPlace);
    const { mergeKey } = schema;
    if (mergeKey === undefined || (isJsonObject(read) && mergeKey in read)) return read;
    throw refuse(itemPlace, `has no ${mergeKey}`);
  });
}

function readMap({ of }: { readonly of: FieldSchema }, value: unknown, place: Place): unknown {
  if (!isJsonObject(value)) throw refuse(place, 'must be an object');
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, readField(of, item, inside(place, name))]),
  );
}

function readField(schema: FieldSchema, value: unknown, place: Place): unknown {
  switch (schema.kind) {
    case 'struct':
      return readStruct(schema.fields, value, place);
    case 'list':
      return readList(schema, value, place);
    case 'map':
      return readMap(schema, value, place);
    case 'forbidden':
      return readForbidden(schema, value, place);
    case 'text':
    case 'integer':
    case 'boolean':
    case 'port':
    case 'quantity':
      return readScalar(schema.kind, value, place);
  }
}

function isZero(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === false;
}

function readForbidden(schema: FieldSchema, value: unknown, place: Place): unknown {
  if (saysNothing(schema, value)) return value;
  throw refuse(
    place,
    'is not modifiable by a custom profile',
    'name, command, image, lifecycle and volumeDevices are for flags and for the image',
  );
}

/** Whether the API drops this value, so that it overrides nothing. */
function saysNothing(schema: FieldSchema, value: unknown): boolean {
  const isKept = schema.kind === 'struct' || 'optional' in schema;
  return !isKept && isZero(value);
}

/** Ignores the letter case of keys, as kubectl does. */
function findFieldName(fields: Fields, key: string): string | undefined {
  if (Object.hasOwn(fields, key)) return key;
  return Object.keys(fields).find((name) => name.toLowerCase() === key.toLowerCase());
}

function settableKeys(fields: Fields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind !== 'forbidden');
}

function readStruct(fields: Fields, value: unknown, place: Place): JsonObject {
  if (!isJsonObject(value)) throw refuse(place, 'must be an object');
  const entries = Object.entries(value).flatMap(([key, item]): readonly (readonly [string, unknown])[] => {
    const name = findFieldName(fields, key);
    const schema = fields[name ?? ''];
    if (name === undefined || schema === undefined) {
      throw refuse(inside(place, key), 'is unknown', `known keys: ${settableKeys(fields).join(', ')}`);
    }
    if (item === null || item === undefined) return [];
    const read = readField(schema, item, inside(place, name));
    return saysNothing(schema, read) ? [] : [[name, read]];
  });
  return Object.fromEntries(entries);
}

/**
 * Reads the parsed document of a `--custom` file; undefined for an empty one. Throws `usage`, also for unknown keys,
 * which kubectl drops silently.
 */
export function readCustomContainer(document: unknown, file: string): CustomContainer | undefined {
  if (document === null || document === undefined) return undefined;
  return readStruct(CUSTOM_CONTAINER.fields, document, { file, path: '' });
}

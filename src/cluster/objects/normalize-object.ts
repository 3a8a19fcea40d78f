import { CliError } from '../../errors/cli-error.ts';

/** For an answer that no API server would give. */
export const WRONG_SERVER_HINT =
  'check the address of the server: a proxy or a login page may answer in its place';

/**
 * The type of an API value. `time` is a string, or null for an unknown time. `quantity` is a string or a number.
 * `port` is a number or a name. Unlisted fields can have any type.
 */
export type Shape =
  | 'any'
  | 'text'
  | 'time'
  | 'number'
  | 'flag'
  | 'quantity'
  | 'port'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | {
      readonly fields: Readonly<Record<string, Shape>>;
      /** Fields that callers read without checking that they are present. */
      readonly needs?: readonly string[];
    };

type Scalar = Extract<Shape, string>;
type Fields = Readonly<Record<string, unknown>>;

/** A value of the wrong type. `path` leaves out keys of maps, which the server chooses. */
class ShapeMismatch extends Error {
  readonly path: readonly string[];
  readonly wanted: string;
  readonly found: string;

  constructor(path: readonly string[], wanted: string, found: unknown) {
    super(wanted);
    this.path = path;
    this.wanted = wanted;
    this.found = describeType(found);
  }
}

/**
 * Makes a parsed answer match its shape, as decoding does in kubectl: removes null fields, adds empty values for
 * missing fields that callers need, and keeps unknown fields. Works in place. Throws `server-error` for a value of
 * the wrong type.
 *
 * @param subject starts the error's sentence: who answered what, safe to show
 */
export function normalizeObject(value: unknown, shape: Shape, subject: string): unknown {
  try {
    return normalize(value, shape, []);
  } catch (error) {
    if (!(error instanceof ShapeMismatch)) throw error;
    const { path, wanted, found } = error;
    const place = path.length === 0 ? 'it' : path.join('');
    throw new CliError(
      'server-error',
      `${subject} with an invalid object: ${place.replace(/^\./, '')}${describeListItem(value, path)} is ${found}, not ${wanted}`,
      { hint: WRONG_SERVER_HINT },
    );
  }
}

/** Names the item of a list that the path leads into. */
function describeListItem(list: unknown, [items, index]: readonly string[]): string {
  if (items !== '.items' || index === undefined) return '';
  const item = fieldOf(fieldOf(list, 'items'), index.slice(1, -1));
  const metadata = fieldOf(item, 'metadata');
  const names = [fieldOf(metadata, 'namespace'), fieldOf(metadata, 'name')];
  const name = names.filter((part) => typeof part === 'string' && part !== '').join('/');
  return name === '' ? '' : ` (${name})`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Fields)[name] : undefined;
}

function describeType(value: unknown): string {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  const names = { string: 'a text', number: 'a number', boolean: 'true or false' };
  const type = typeof value;
  return type in names ? names[type as keyof typeof names] : 'an object';
}

/** `path` leads to the value. All calls share one array, so valid values cost no allocation. */
function normalize(value: unknown, shape: Shape, path: string[]): unknown {
  if (typeof shape === 'string') return normalizeScalar(value, shape, path);
  if ('list' in shape) return normalizeList(value, shape.list, path);
  const object = value ?? {};
  if (typeof object !== 'object' || Array.isArray(object))
    throw new ShapeMismatch([...path], 'an object', value);
  if ('map' in shape) normalizeMap(object as Record<string, unknown>, shape.map, path);
  else normalizeFields(object as Record<string, unknown>, shape, path);
  return object;
}

const SCALARS: Readonly<
  Record<
    Exclude<Scalar, 'any'>,
    { readonly types: readonly string[]; readonly words: string; readonly zero: unknown }
  >
> = {
  text: { types: ['string'], words: 'a text', zero: '' },
  time: { types: ['string'], words: 'a text', zero: null },
  number: { types: ['number'], words: 'a number', zero: 0 },
  flag: { types: ['boolean'], words: 'true or false', zero: false },
  quantity: { types: ['string', 'number'], words: 'a quantity', zero: '0' },
  port: { types: ['number', 'string'], words: 'a port', zero: 0 },
};

function normalizeScalar(value: unknown, scalar: Scalar, path: readonly string[]): unknown {
  if (scalar === 'any') return value;
  const { types, words, zero } = SCALARS[scalar];
  if (value === undefined || value === null) return zero;
  if (!types.includes(typeof value)) throw new ShapeMismatch([...path], words, value);
  return scalar === 'quantity' && typeof value === 'number' ? `${value}` : value;
}

function normalizeList(value: unknown, shape: Shape, path: string[]): unknown {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new ShapeMismatch([...path], 'a list', value);
  for (let at = 0; at < value.length; at += 1) {
    path.push(`[${at}]`);
    value[at] = normalize(value[at], shape, path);
    path.pop();
  }
  return value;
}

function normalizeMap(map: Record<string, unknown>, shape: Shape, path: string[]): void {
  for (const key of Object.keys(map)) map[key] = normalize(map[key], shape, path);
}

function normalizeFields(
  object: Record<string, unknown>,
  { fields, needs = [] }: Extract<Shape, { readonly fields: unknown }>,
  path: string[],
): void {
  for (const name in fields) {
    const shape = fields[name] ?? 'any';
    const value = object[name];
    const isAbsent = value === undefined || value === null;
    if (isAbsent && !needs.includes(name)) {
      if (value === null && shape !== 'time' && shape !== 'any') Reflect.deleteProperty(object, name);
      continue;
    }
    path.push(`.${name}`);
    object[name] = normalize(value, shape, path);
    path.pop();
  }
}

import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Alias,
  type Node,
  type Pair,
} from 'yaml';
import { BOUNDS, type BoundName } from '../errors/bounds.ts';

/** A mistake that stands at one place of a text. */
export class YamlMistake extends Error {
  /** In characters from the start of the text. */
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A text that is correct, and too much. */
export class YamlBoundPassed extends Error {
  readonly bound: BoundName;
  constructor(bound: BoundName) {
    super(bound);
    this.bound = bound;
  }
}

/**
 * The value that a composed document stands for, its aliases written out, so that nobody changes what they share in two
 * places. Each node is looked at once, and what comes out is counted while it is made. Throws `YamlMistake` for an
 * alias without an anchor, a value that contains itself, a key that is given twice or is no text, and what cannot be
 * merged; `YamlBoundPassed`.
 */
export function valueOfDocument(contents: Node | null): unknown {
  if (contents === null) return null;
  const aliases = new Map<Alias, Node>();
  bind(contents, { anchors: new Map(), open: new Set(), aliases });
  return valueOf(contents, { aliases, room: { left: BOUNDS.yamlExpanded.most } }, 0);
}

interface Binding {
  /** The last node of each name, in the order of the text. */
  readonly anchors: Map<string, Node>;
  /** The collections around the present node. */
  readonly open: Set<Node>;
  /** What each alias stands for. */
  readonly aliases: Map<Alias, Node>;
}

/** Finds the node of each alias, and looks at the keys of each map. The text is no deeper than its bound. */
function bind(node: unknown, binding: Binding): void {
  const { anchors, open } = binding;
  if (isAlias(node)) {
    bindAlias(node, binding);
    return;
  }
  if (isPair(node)) {
    bind(node.key, binding);
    bind(node.value, binding);
    return;
  }
  const anchor = isScalar(node) || isCollection(node) ? node.anchor : undefined;
  if (anchor !== undefined) anchors.set(anchor, node as Node);
  if (!isCollection(node)) return;
  open.add(node);
  for (const item of node.items) bind(item, binding);
  open.delete(node);
  if (isMap(node)) checkKeys(node.items);
}

function bindAlias(alias: Alias, { anchors, open, aliases }: Binding): void {
  const target = anchors.get(alias.source);
  // What is quoted stands behind a colon: of a kubeconfig, it can be a token.
  const name = JSON.stringify(alias.source);
  if (target === undefined)
    throw new YamlMistake(`there is no anchor in front of this alias: ${name}`, startOf(alias));
  if (open.has(target))
    throw new YamlMistake(`the value of an anchor contains itself: ${name}`, startOf(alias));
  aliases.set(alias, target);
}

/** The library compares each key with every other one. */
function checkKeys(pairs: readonly Pair[]): void {
  const seen = new Set<unknown>();
  for (const { key } of pairs) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) throw new YamlMistake('Map keys must be unique', startOf(key));
    seen.add(key.value);
  }
}

function startOf({ range }: Node): number {
  return range?.[0] ?? 0;
}

interface Writing {
  readonly aliases: ReadonlyMap<Alias, Node>;
  /** How much may come out yet, in bytes. */
  readonly room: { left: number };
}

/** What a value takes beside its text. */
const VALUE_BYTES = 32;

function take({ room }: Writing, text: number): void {
  room.left -= VALUE_BYTES + text;
  if (room.left < 0) throw new YamlBoundPassed('yamlExpanded');
}

function valueOf(node: unknown, writing: Writing, depth: number): unknown {
  if (depth > BOUNDS.nesting.most) throw new YamlBoundPassed('nesting');
  if (isAlias(node)) return valueOf(behind(node, writing), writing, depth);
  if (isMap(node)) return objectOf(node.items, writing, depth);
  // An ordered map, and pairs, are lists of pairs.
  if (isPair(node)) return objectOf([node], writing, depth);
  if (!isCollection(node)) return scalarOf(node, writing);
  take(writing, 0);
  return node.items.map((item) => valueOf(item, writing, depth + 1));
}

function scalarOf(node: unknown, writing: Writing): unknown {
  const value = isScalar(node) ? jsonOf(node.value) : null;
  take(writing, typeof value === 'string' ? value.length : 0);
  return value;
}

/** As JSON has it, but bytes (`!!binary`) are the text that they encode, as in Go. */
function jsonOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Date) return value.toJSON();
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  return value ?? null;
}

type Fields = Record<string, unknown>;

function objectOf(pairs: readonly Pair[], writing: Writing, depth: number): Fields {
  take(writing, 0);
  const fields: Fields = {};
  for (const { key, value } of pairs) {
    if (isMergeKey(key)) {
      for (const source of mergedMaps(value, writing)) merge(fields, source, { writing, depth });
      continue;
    }
    setField(fields, keyText(key, writing), valueOf(value, writing, depth + 1));
  }
  return fields;
}

/** The library stands a symbol for a `<<` that merges, and for no other text. */
function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

/** What stands behind an alias; what is none is itself. */
function behind(node: unknown, { aliases }: Writing): unknown {
  return isAlias(node) ? aliases.get(node) : node;
}

/** One map, or a list of maps. */
function mergedMaps(value: unknown, writing: Writing): readonly unknown[] {
  const source = behind(value, writing);
  return isCollection(source) && !isMap(source) ? source.items : [value];
}

/** See https://yaml.org/type/merge.html */
function merge(
  fields: Fields,
  source: unknown,
  { writing, depth }: { readonly writing: Writing; readonly depth: number },
): void {
  const map = behind(source, writing);
  if (!isMap(map))
    throw new YamlMistake('Merge sources must be maps or map aliases', isNode(source) ? startOf(source) : 0);
  for (const [name, value] of Object.entries(objectOf(map.items, writing, depth + 1)))
    if (!Object.hasOwn(fields, name)) setField(fields, name, value);
}

function keyText(key: unknown, writing: Writing): string {
  const node = behind(key, writing);
  if (isCollection(node)) throw new YamlMistake('a key must be a text', startOf(node));
  const text = isScalar(node) && node.value !== null ? String(jsonOf(node.value)) : '';
  writing.room.left -= text.length;
  return text;
}

/** `__proto__` is a name like any other. */
function setField(fields: Fields, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
  else fields[name] = value;
}

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
import { BOUNDS, type BoundName } from '../../errors/bounds.ts';
import { setOwnField } from './own-field.ts';

/** A mistake at one place of a text. */
export class YamlMistake extends Error {
  /** In characters from the start of the text. */
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** A correct text that exceeds a bound. */
export class YamlBoundPassed extends Error {
  readonly bound: BoundName;
  constructor(bound: BoundName) {
    super(bound);
    this.bound = bound;
  }
}

/**
 * Returns the value of a composed document with copies in place of aliases. Counts the size of the result first, in
 * one pass. Throws `YamlMistake` for an alias without an anchor, a value that contains itself, a key that is
 * repeated or is not text, and a merge of anything but maps; throws `YamlBoundPassed`.
 *
 * @param onRepeatedKey called with the offset of a repeated key, of which the last one counts; by default a
 * repeated key is a mistake
 */
export function valueOfDocument(
  contents: Node | null,
  onRepeatedKey: (offset: number) => void = refuseRepeatedKey,
): unknown {
  if (contents === null) return null;
  const aliases = new Map<Alias, Node>();
  const size = bind(contents, {
    anchors: new Map(),
    sizes: new Map(),
    open: new Set(),
    aliases,
    onRepeatedKey,
  });
  if (size > BOUNDS.yamlExpanded.most) throw new YamlBoundPassed('yamlExpanded');
  return valueOf(contents, aliases, 0);
}

interface Binding {
  /** The last node of each name so far. */
  readonly anchors: Map<string, Node>;
  /** The expanded size of each node with an anchor, in bytes. */
  readonly sizes: Map<Node, number>;
  /** The collections around the current node. */
  readonly open: Set<Node>;
  /** The target of each alias. */
  readonly aliases: Map<Alias, Node>;
  readonly onRepeatedKey: (offset: number) => void;
}

function refuseRepeatedKey(offset: number): never {
  throw new YamlMistake('Map keys must be unique', offset);
}

/** Size of a value without its text, in bytes. */
const VALUE_BYTES = 32;

/**
 * Resolves aliases, checks the keys of maps, and returns the size of the expanded value in bytes. Recursion is
 * safe: the parser has limited the depth.
 */
function bind(node: unknown, binding: Binding): number {
  if (isAlias(node)) return bindAlias(node, binding);
  if (isPair(node)) return bind(node.key, binding) + bind(node.value, binding);
  const anchor = isScalar(node) || isCollection(node) ? node.anchor : undefined;
  if (anchor !== undefined) binding.anchors.set(anchor, node as Node);
  const size = VALUE_BYTES + (isCollection(node) ? bindItems(node, binding) : textLength(node));
  if (anchor !== undefined) binding.sizes.set(node as Node, size);
  return size;
}

function bindItems(node: Node & { readonly items: readonly unknown[] }, binding: Binding): number {
  let size = 0;
  binding.open.add(node);
  for (const item of node.items) size += bind(item, binding);
  binding.open.delete(node);
  if (isMap(node)) checkKeys(node.items, binding.onRepeatedKey);
  return size;
}

function textLength(node: unknown): number {
  return isScalar(node) && typeof node.value === 'string' ? node.value.length : 0;
}

function bindAlias(alias: Alias, { anchors, sizes, open, aliases }: Binding): number {
  const target = anchors.get(alias.source);
  // The quotation follows a colon, where readers of a kubeconfig cut it off: it can be a token.
  const name = JSON.stringify(alias.source);
  if (target === undefined)
    throw new YamlMistake(`there is no anchor in front of this alias: ${name}`, startOf(alias));
  if (open.has(target))
    throw new YamlMistake(`the value of an anchor contains itself: ${name}`, startOf(alias));
  aliases.set(alias, target);
  return sizes.get(target) ?? 0;
}

/** Linear, unlike the library, which compares each key with every other. */
function checkKeys(pairs: readonly Pair[], onRepeatedKey: Binding['onRepeatedKey']): void {
  const seen = new Set<unknown>();
  for (const { key } of pairs) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) onRepeatedKey(startOf(key));
    seen.add(key.value);
  }
}

function startOf({ range }: Node): number {
  return range?.[0] ?? 0;
}

/** The target of each alias, by alias. */
type Aliases = ReadonlyMap<Alias, Node>;

function valueOf(node: unknown, aliases: Aliases, depth: number): unknown {
  if (depth > BOUNDS.nesting.most) throw new YamlBoundPassed('nesting');
  if (isAlias(node)) return valueOf(behind(node, aliases), aliases, depth);
  if (isMap(node)) return objectOf(node.items, aliases, depth);
  // Ordered maps (`!!omap`) and `!!pairs` are lists of pairs.
  if (isPair(node)) return objectOf([node], aliases, depth);
  if (isCollection(node)) return node.items.map((item) => valueOf(item, aliases, depth + 1));
  return isScalar(node) ? jsonOf(node.value) : null;
}

/** Converts a scalar to JSON. Bytes (`!!binary`) become the text that they encode, as in Go. */
function jsonOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Date) return value.toJSON();
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  return value ?? null;
}

type Fields = Record<string, unknown>;

function objectOf(pairs: readonly Pair[], aliases: Aliases, depth: number): Fields {
  const fields: Fields = {};
  for (const { key, value } of pairs) {
    if (isMergeKey(key)) {
      for (const source of mergedMaps(value, aliases)) merge(fields, source, { aliases, depth });
      continue;
    }
    setOwnField(fields, keyText(key, aliases), valueOf(value, aliases, depth + 1));
  }
  return fields;
}

/** The library represents a merging `<<` by a symbol. */
function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

/** The target of an alias; any other node itself. */
function behind(node: unknown, aliases: Aliases): unknown {
  return isAlias(node) ? aliases.get(node) : node;
}

/** One map, or a list of maps. */
function mergedMaps(value: unknown, aliases: Aliases): readonly unknown[] {
  const source = behind(value, aliases);
  return isCollection(source) && !isMap(source) ? source.items : [value];
}

/** See https://yaml.org/type/merge.html */
function merge(
  fields: Fields,
  source: unknown,
  { aliases, depth }: { readonly aliases: Aliases; readonly depth: number },
): void {
  const map = behind(source, aliases);
  if (!isMap(map))
    throw new YamlMistake('Merge sources must be maps or map aliases', isNode(source) ? startOf(source) : 0);
  for (const [name, value] of Object.entries(objectOf(map.items, aliases, depth + 1)))
    if (!Object.hasOwn(fields, name)) setOwnField(fields, name, value);
}

function keyText(key: unknown, aliases: Aliases): string {
  const node = behind(key, aliases);
  if (isCollection(node)) throw new YamlMistake('a key must be a text', startOf(node));
  return isScalar(node) && node.value !== null ? String(jsonOf(node.value)) : '';
}

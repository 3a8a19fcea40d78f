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
 * places. What would come out is counted first, in one look at each node. Throws `YamlMistake` for an
 * alias without an anchor, a value that contains itself, a key that is given twice or is no text, and what cannot be
 * merged; `YamlBoundPassed`.
 *
 * @param onRepeatedKey hears where a key is given twice, where that is no mistake: the last one counts then
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
  /** The last node of each name, in the order of the text. */
  readonly anchors: Map<string, Node>;
  /** Of each node with an anchor, all that it comes to, in bytes. */
  readonly sizes: Map<Node, number>;
  /** The collections around the present node. */
  readonly open: Set<Node>;
  /** What each alias stands for. */
  readonly aliases: Map<Alias, Node>;
  readonly onRepeatedKey: (offset: number) => void;
}

function refuseRepeatedKey(offset: number): never {
  throw new YamlMistake('Map keys must be unique', offset);
}

/** What a value takes beside its text, in bytes. */
const VALUE_BYTES = 32;

/**
 * Finds the node of each alias, looks at the keys of each map, and returns what all comes to with its aliases written
 * out, in bytes. The text is no deeper than its bound.
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
  // What is quoted stands behind a colon: of a kubeconfig, it can be a token.
  const name = JSON.stringify(alias.source);
  if (target === undefined)
    throw new YamlMistake(`there is no anchor in front of this alias: ${name}`, startOf(alias));
  if (open.has(target))
    throw new YamlMistake(`the value of an anchor contains itself: ${name}`, startOf(alias));
  aliases.set(alias, target);
  return sizes.get(target) ?? 0;
}

/** The library compares each key with every other one. */
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

/** What each alias stands for. */
type Aliases = ReadonlyMap<Alias, Node>;

function valueOf(node: unknown, aliases: Aliases, depth: number): unknown {
  if (depth > BOUNDS.nesting.most) throw new YamlBoundPassed('nesting');
  if (isAlias(node)) return valueOf(behind(node, aliases), aliases, depth);
  if (isMap(node)) return objectOf(node.items, aliases, depth);
  // An ordered map, and pairs, are lists of pairs.
  if (isPair(node)) return objectOf([node], aliases, depth);
  if (isCollection(node)) return node.items.map((item) => valueOf(item, aliases, depth + 1));
  return isScalar(node) ? jsonOf(node.value) : null;
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

/** The library stands a symbol for a `<<` that merges, and for no other text. */
function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

/** What stands behind an alias; what is none is itself. */
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

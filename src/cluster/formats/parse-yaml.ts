import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import type { BoundName } from '../../errors/bounds.ts';
import { composeYaml, type YamlDialect } from './compose-yaml.ts';
import { goYamlTags } from './go-yaml-tags.ts';
import { YamlBoundPassed, YamlMistake } from './yaml-value.ts';

/** A place in a text; both numbers start at 1. */
interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** What a text holds, or why it cannot be used. A value, not an error: a bundle does not know the classes of another. */
export type ParsedYaml =
  | {
      readonly kind: 'documents';
      /** An empty document is null. */
      readonly documents: readonly unknown[];
      /** Keys that a mapping has already, where `allowsRepeatedKeys`. */
      readonly repeatedKeys: readonly TextPosition[];
    }
  /** `why` is one line; behind a colon it can quote the text. */
  | ({ readonly kind: 'mistake'; readonly why: string } & TextPosition)
  | { readonly kind: 'too-large'; readonly bound: BoundName };

export interface YamlOptions {
  /** `1.1` is the YAML that Go's libraries read, where `yes` is true. */
  readonly version: '1.1' | '1.2';
  /** Whether the last of two equal keys counts; else they are a mistake. */
  readonly allowsRepeatedKeys?: boolean;
}

/** Parses the documents of a text. This file is a bundle of its own: it holds the parser, which few calls need. */
export function parseYaml(text: string, { version, allowsRepeatedKeys = false }: YamlOptions): ParsedYaml {
  const lines = new LineCounter();
  const position = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const repeated: number[] = [];
  const dialect: YamlDialect = {
    ...(version === '1.1' ? { version, customTags: goYamlTags } : { version, merge: true }),
    ...(allowsRepeatedKeys && { onRepeatedKey: (offset: number) => void repeated.push(offset) }),
  };
  try {
    const documents = composeYaml(text, dialect, lines.addNewLine);
    return { kind: 'documents', documents, repeatedKeys: repeated.map(position) };
  } catch (error) {
    if (error instanceof YamlBoundPassed) return { kind: 'too-large', bound: error.bound };
    if (error instanceof YamlMistake)
      return { kind: 'mistake', why: error.message, ...position(error.offset) };
    throw error;
  }
}

/**
 * Finds keys and items in a text that `parseYaml` accepts, each by its path; undefined if there is none. Keys are compared
 * as texts.
 */
export function placesInYaml(text: string): (path: readonly (string | number)[]) => TextPosition | undefined {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false });
  return (path) => {
    let found: Node | null = contents;
    let offset = startOf(contents);
    for (const part of path) {
      const next = stepInto(found, part);
      if (next === undefined) return undefined;
      found = next.value;
      offset = next.offset;
    }
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}

function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** The value of a key or item, and where the key or the item begins. */
function stepInto(
  node: Node | null,
  part: string | number,
): { readonly value: Node | null; readonly offset: number } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
    return pair && { value: isNode(pair.value) ? pair.value : null, offset: startOf(pair.key) };
  }
  // A single item stands for a list of one.
  if (!isSeq(node)) return part === 0 ? { value: node, offset: startOf(node) } : undefined;
  const item = typeof part === 'number' ? node.items[part] : undefined;
  return isNode(item) && !isPair(item) ? { value: item, offset: startOf(item) } : undefined;
}

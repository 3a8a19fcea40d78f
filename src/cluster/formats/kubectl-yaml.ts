import { BOUNDS } from '../../errors/bounds.ts';

/** A line, or its part after the dash of an item. `text` is undefined if the value can follow on the next lines. */
type YamlLine =
  | { readonly kind: 'item'; readonly indent: number }
  | { readonly kind: 'key'; readonly indent: number; readonly key: string; readonly text: string | undefined }
  | { readonly kind: 'scalar'; readonly indent: number; readonly text: string };

/** Internal: the caller uses the full parser then. */
class NotKubectlYaml extends Error {}

const IGNORED = /^ *(?:#.*)?$/;
const LINE = /^( *)(- )?(.*)$/;
const KEY = /^([A-Za-z][A-Za-z0-9-]{0,99}):(?: +(.*))?$/;
/** Text without quotes: no character with a meaning in YAML, no `: ` and no ` #`. */
const PLAIN = /^(?!-(?: |$))[A-Za-z0-9/._+-](?:[!-9;-~]|:(?=[!-~])| (?=[!"$-~ ]))*$/;
const QUOTED = /^(?:"([ !#-[\]-~]*)"|'([ -&(-~]*)')$/;
/** Numbers, and words that some version of YAML does not read as text. */
const AMBIGUOUS =
  /^(?:[-+]?(?:0o[0-7]+|0x[\da-f]+|(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|\.inf)|\.nan|true|false|null)$/i;

const WORDS: ReadonlyMap<string, () => unknown> = new Map<string, () => unknown>([
  ['true', () => true],
  ['false', () => false],
  ['null', () => null],
  ['{}', () => ({})],
  ['[]', () => []],
]);

/** Reads a line, or its part after a dash, from the column `indent` on. */
function readContent(content: string, indent: number): YamlLine {
  const [, key, text] = KEY.exec(content) ?? [];
  if (key === undefined) return { kind: 'scalar', indent, text: content };
  return { kind: 'key', indent, key, text: text?.trimEnd() || undefined };
}

function readLine(line: string): readonly YamlLine[] {
  if (IGNORED.test(line)) return [];
  const [, blanks, dash, content] = LINE.exec(line) ?? [];
  if (blanks === undefined || content === undefined) throw new NotKubectlYaml();
  const indent = blanks.length;
  if (dash === undefined) return [readContent(content, indent)];
  return [{ kind: 'item', indent }, readContent(content, indent + dash.length)];
}

function readScalar(text: string): unknown {
  const word = WORDS.get(text);
  if (word !== undefined) return word();
  const [, double, single] = QUOTED.exec(text) ?? [];
  const quoted = double ?? single;
  if (quoted !== undefined) return quoted;
  if (!PLAIN.test(text) || AMBIGUOUS.test(text)) throw new NotKubectlYaml();
  return text;
}

/** Reads nested blocks by their indentation. */
class Blocks {
  readonly #lines: readonly YamlLine[];
  #at = 0;
  #depth = 0;

  constructor(lines: readonly YamlLine[]) {
    this.#lines = lines;
  }

  get next(): YamlLine | undefined {
    return this.#lines[this.#at];
  }

  mapping(indent: number): Readonly<Record<string, unknown>> {
    const fields: Record<string, unknown> = {};
    this.#depth += 1;
    if (this.#depth > BOUNDS.nesting.most) throw new NotKubectlYaml();
    for (let line = this.next; line?.kind === 'key' && line.indent === indent; line = this.next) {
      this.#at += 1;
      if (Object.hasOwn(fields, line.key) || AMBIGUOUS.test(line.key)) throw new NotKubectlYaml();
      fields[line.key] = line.text === undefined ? this.#below(indent) : readScalar(line.text);
    }
    this.#depth -= 1;
    return fields;
  }

  #below(indent: number): unknown {
    const { next } = this;
    if (next?.kind === 'item' && next.indent >= indent) return this.#sequence(next.indent);
    return next?.kind === 'key' && next.indent > indent ? this.mapping(next.indent) : null;
  }

  #sequence(indent: number): readonly unknown[] {
    const items: unknown[] = [];
    while (this.next?.kind === 'item' && this.next.indent === indent) {
      this.#at += 1;
      items.push(this.#item(indent + 2));
    }
    return items;
  }

  #item(indent: number): unknown {
    const { next } = this;
    if (next?.kind !== 'scalar') return this.mapping(indent);
    this.#at += 1;
    return readScalar(next.text.trimEnd());
  }
}

/**
 * Parses the subset of YAML that kubectl and cloud tools write: a mapping with one key or item per line. Spares
 * most starts the full parser, which takes longer to load than anything else. Returns undefined for any other text;
 * the full parser decides then.
 */
export function parseKubectlYaml(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const blocks = new Blocks(text.split(/\r?\n/).flatMap(readLine));
    const fields = blocks.next === undefined ? undefined : blocks.mapping(0);
    return blocks.next === undefined ? fields : undefined;
  } catch (error) {
    if (error instanceof NotKubectlYaml) return undefined;
    throw error;
  }
}

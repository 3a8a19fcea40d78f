import { Composer, Lexer, LineCounter, Parser, visit, YAMLError, type CST, type Document } from 'yaml';
import { goYamlTags } from './go-yaml-tags.ts';

/**
 * Parses the documents of a YAML 1.1 text; an empty one is null. Throws an error whose message is one line that starts
 * with the place, and `RangeError` for a text that is nested deeper than `maxDepth` levels.
 */
export function parseYamlDocuments(text: string, maxDepth: number): readonly unknown[] {
  const lineCounter = new LineCounter();
  const composer = new Composer({
    version: '1.1',
    customTags: goYamlTags,
    prettyErrors: false,
    logLevel: 'error',
  });
  const documents = composer.compose(readTokens({ text, maxDepth, lineCounter }));
  return [...documents].map((document) => {
    try {
      return toValue(document);
    } catch (cause) {
      if (cause instanceof RangeError || !(cause instanceof Error)) throw cause;
      const { line, col } = lineCounter.linePos(placeOf(cause, document));
      throw new Error(`line ${line}, column ${col}: ${cause.message}`, { cause });
    }
  });
}

/**
 * Composing descends into each level. Out of stack it would throw, but where the engine has to compile a regular
 * expression in the last of the stack, it ends the process: so the depth is counted before.
 */
function* readTokens(source: {
  readonly text: string;
  readonly maxDepth: number;
  readonly lineCounter: LineCounter;
}): Generator<CST.Token> {
  const { addNewLine } = source.lineCounter;
  addNewLine(0);
  const parser = new Parser(addNewLine);
  for (const lexeme of new Lexer().lex(source.text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > source.maxDepth + PARSED_BESIDE) throw new RangeError('nested too deeply');
  }
  yield* parser.end();
}

/** What the stack of the parser holds beside collections: the document, and what ends a collection. */
const PARSED_BESIDE = 2;

/** A mistake that stands at one place of the text. */
class Misplaced extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

function toValue(document: Document.Parsed): unknown {
  const [error] = document.errors;
  if (error?.code === 'RESOURCE_EXHAUSTION') throw new RangeError(error.message);
  if (error !== undefined) throw error;
  checkAliases(document);
  // What anchors share is written out, so that nobody changes it in two places.
  const text = JSON.stringify(document.toJS());
  return JSON.parse(text);
}

/** The library says where neither stands. */
function checkAliases(document: Document.Parsed): void {
  visit(document, {
    Alias(_, alias, ancestors) {
      const offset = alias.range?.[0] ?? 0;
      if (ancestors.some((node) => 'anchor' in node && node.anchor === alias.source))
        throw new Misplaced(`the value of anchor "${alias.source}" contains itself`, offset);
      if (alias.resolve(document) === undefined)
        throw new Misplaced(`there is no anchor "${alias.source}" in front of this alias`, offset);
    },
  });
}

/** Where there is no better place, that of the document. */
function placeOf(error: Error, { contents, range }: Document.Parsed): number {
  if (error instanceof Misplaced) return error.offset;
  if (error instanceof YAMLError) return error.pos[0];
  return contents?.range[0] ?? range[0];
}

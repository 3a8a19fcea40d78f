import { Composer, Lexer, Parser, YAMLError, type CST, type Tags } from 'yaml';
import { BOUNDS } from '../../errors/bounds.ts';
import { valueOfDocument, YamlBoundPassed, YamlMistake } from './yaml-value.ts';

/** A variant of YAML. */
export interface YamlDialect {
  readonly version: '1.1' | '1.2';
  /** Whether `<<` merges maps in 1.2; in 1.1 it always does. */
  readonly merge?: boolean;
  readonly customTags?: (tags: Tags) => Tags;
  /**
   * Called with the offset of a repeated key, of which the last one counts. Without it a repeated key is a mistake.
   */
  readonly onRepeatedKey?: (offset: number) => void;
}

/**
 * Parses the documents of a text in linear time and memory. An empty document is null. Throws `YamlMistake` for the
 * first mistake, and `YamlBoundPassed`.
 *
 * @param addNewLine called with the offset of each line
 */
export function composeYaml(
  text: string,
  { onRepeatedKey, ...dialect }: YamlDialect,
  addNewLine?: (offset: number) => void,
): readonly unknown[] {
  // We check for unique keys ourselves, in linear time. Warnings are not used.
  const composer = new Composer({ ...dialect, uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
  const firstMistake = keepFirstMistake(composer);
  const values: unknown[] = [];
  const unreadable = { mistake: undefined as YamlMistake | undefined };
  for (const document of composer.compose(readTokens(text, unreadable, addNewLine))) {
    const mistake = firstMistake() ?? document.errors[0];
    if (mistake !== undefined) throw asOurs(mistake);
    values.push(valueOfDocument(document.contents, onRepeatedKey));
    if (values.length > BOUNDS.documents.most) throw new YamlBoundPassed('documents');
  }
  if (unreadable.mistake !== undefined) throw unreadable.mistake;
  return values;
}

/** The arguments of the library's `onError`. */
type Complaint = readonly [source: unknown, code: string, message: string, isWarning?: boolean];

/** The library would collect all mistakes, and each takes more memory than a line of text. */
function keepFirstMistake(composer: Composer): () => Error | undefined {
  let first: Error | undefined;
  composer['onError'] = (...[source, code, message, isWarning]: Complaint): void => {
    if (isWarning === true) return;
    first ??=
      code === 'RESOURCE_EXHAUSTION'
        ? new YamlBoundPassed('nesting')
        : new YamlMistake(message, offsetOf(source));
  };
  return () => first;
}

function asOurs(error: Error): Error {
  return error instanceof YAMLError ? new YamlMistake(error.message, error.pos[0]) : error;
}

/** The library gives a place as an offset, a range or a token. */
function offsetOf(source: unknown): number {
  if (typeof source === 'number') return source;
  if (Array.isArray(source)) return Number(source[0]);
  return (source as CST.SourceToken).offset;
}

/**
 * Limits the depth before composing, which recurses: V8 aborts the process if it compiles a regular expression at
 * the end of the stack. Stops at the first invalid token.
 */
function* readTokens(
  text: string,
  unreadable: { mistake: YamlMistake | undefined },
  addNewLine: ((offset: number) => void) | undefined,
): Generator<CST.Token> {
  addNewLine?.(0);
  const parser = new Parser(addNewLine);
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes += 1;
    if (lexemes > BOUNDS.yamlTokens.most) throw new YamlBoundPassed('yamlTokens');
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') {
        unreadable.mistake = new YamlMistake(describe(token), token.offset);
        return;
      }
      yield token;
    }
    if (parser.stack.length > BOUNDS.nesting.most + PARSED_BESIDE) throw new YamlBoundPassed('nesting');
  }
  yield* parser.end();
}

function describe({ message, source }: CST.ErrorToken): string {
  return source === '' ? message : `${message}: ${JSON.stringify(source.slice(0, SHOWN_LENGTH))}`;
}

/** Characters of the source that an error quotes. */
const SHOWN_LENGTH = 40;

/** Entries of the parser's stack beside collections: the document and the end of a collection. */
const PARSED_BESIDE = 2;

import { Composer, Lexer, Parser, YAMLError, type CST, type Tags } from 'yaml';
import { BOUNDS } from '../../errors/bounds.ts';
import { valueOfDocument, YamlBoundPassed, YamlMistake } from './yaml-value.ts';

/** Which YAML it is. */
export interface YamlDialect {
  readonly version: '1.1' | '1.2';
  /** Whether `<<` merges maps, as it does in 1.1 anyway. */
  readonly merge?: boolean;
  readonly customTags?: (tags: Tags) => Tags;
  /** Hears where a key comes twice in a map, of which the last one counts then; without it that is a mistake. */
  readonly onRepeatedKey?: (offset: number) => void;
}

/**
 * Parses the documents of a text, in time and memory that grow with its length; an empty one is null. Throws
 * `YamlMistake` for the first thing that is wrong, and `YamlBoundPassed`, which names the bound.
 *
 * @param addNewLine hears where each line begins
 */
export function composeYaml(
  text: string,
  { onRepeatedKey, ...dialect }: YamlDialect,
  addNewLine?: (offset: number) => void,
): readonly unknown[] {
  // Unique keys are looked for in linear time by us, and nobody reads warnings.
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

/** Where it is, what kind of mistake, in words, and whether it is only a warning. */
type Complaint = readonly [source: unknown, code: string, message: string, isWarning?: boolean];

/** The library would collect every mistake of a text, each of which takes more memory than a line. */
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

/** A place as the library has it: an offset, where a range begins, or a token. */
function offsetOf(source: unknown): number {
  if (typeof source === 'number') return source;
  if (Array.isArray(source)) return Number(source[0]);
  return (source as CST.SourceToken).offset;
}

/**
 * Composing descends into each level. Out of stack it would throw, but where the engine has to compile a regular
 * expression in the last of the stack, it ends the process: so the depth is counted before. What follows the first
 * token that is none is left out.
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

/** As much of a mistake as is shown. */
const SHOWN_LENGTH = 40;

/** What the stack of the parser holds beside collections: the document, and what ends a collection. */
const PARSED_BESIDE = 2;

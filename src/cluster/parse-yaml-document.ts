import { parse } from 'yaml';

/** Parses one document of YAML 1.2. Throws the parser's errors, which have a `pos` in the text. */
export function parseYamlDocument(text: string): unknown {
  return parse(text, { merge: true, logLevel: 'error', prettyErrors: false });
}

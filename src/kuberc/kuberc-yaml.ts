import { parseDocument, type YAMLError } from 'yaml';
import { goYamlTags } from '../target/go-yaml-tags.ts';
import type { ParsedDocument } from './decode-preference.ts';

/**
 * Parses one document as kubectl does: YAML 1.1, where a key that comes twice is a mistake to tell, and the last one
 * counts. Throws an error whose message is one line.
 */
export function parseKubercYaml(text: string): ParsedDocument {
  const options = { version: '1.1', customTags: goYamlTags, prettyErrors: false, logLevel: 'error' } as const;
  const document = parseDocument(text, options);
  const isTold = ({ code }: YAMLError): boolean => code === 'DUPLICATE_KEY';
  const fatal = document.errors.find((error) => !isTold(error));
  const lineOf = ({ pos }: YAMLError): number => text.slice(0, pos[0]).split('\n').length;
  // What stands behind the colon quotes the file.
  if (fatal !== undefined)
    throw new Error(`line ${lineOf(fatal)}: ${(fatal.message.split(/[:\n]/)[0] ?? '').trim()}`);
  return {
    value: document.toJS(),
    mistakes: document.errors.map((error) => `line ${lineOf(error)}: a key that is there already`),
  };
}

import { parseDocument, type YAMLError } from 'yaml';
import { goYamlTags } from '../target/go-yaml-tags.ts';
import type { ParsedDocument } from './decode-preference.ts';

/**
 * Parses one document as kubectl does: YAML 1.1, where a key that comes twice is a mistake to tell, and the last one
 * counts. Returns one line that says what is wrong with what is no YAML: errors of another bundle are not recognised.
 */
export function parseKubercYaml(text: string): ParsedDocument | string {
  const options = { version: '1.1', customTags: goYamlTags, prettyErrors: false, logLevel: 'error' } as const;
  const lineOf = ({ pos }: YAMLError): number => text.slice(0, pos[0]).split('\n').length;
  try {
    const document = parseDocument(text, options);
    const fatal = document.errors.find((error) => error.code !== 'DUPLICATE_KEY');
    if (fatal !== undefined) return `line ${lineOf(fatal)}: ${withoutQuotation(fatal)}`;
    const mistakes = document.errors.map((error) => `line ${lineOf(error)}: a key that is there already`);
    return { value: document.toJS(), mistakes };
  } catch (error) {
    // Aliases that lead nowhere or to too much, and documents too deep for the stack.
    if (!(error instanceof Error)) throw error;
    return withoutQuotation(error);
  }
}

/** What stands behind the colon quotes the file. */
function withoutQuotation({ message }: Error): string {
  return (message.split(/[:\n]/)[0] ?? '').trim();
}

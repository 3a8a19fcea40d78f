import { LineCounter } from 'yaml';
import { readYaml } from '../cluster/formats/compose-yaml.ts';
import { YamlBoundPassed, YamlMistake } from '../cluster/formats/yaml-value.ts';
import { BOUNDS } from '../errors/bounds.ts';
import { goYamlTags } from '../target/manifests/go-yaml-tags.ts';

/**
 * Parses one document as kubectl does: YAML 1.1, where a key that comes twice is a mistake to tell, and the last one
 * counts. Returns one line that says why a text cannot be used: errors of another bundle are not recognised.
 */
export function parseKubercYaml(text: string): ParsedDocument | string {
  const lines = new LineCounter();
  const lineOf = (offset: number): string => `line ${lines.linePos(offset).line}`;
  const repeated: number[] = [];
  const onRepeatedKey = (offset: number): void => void repeated.push(offset);
  try {
    const dialect = { version: '1.1', customTags: goYamlTags, onRepeatedKey } as const;
    const [value = null, ...others] = readYaml(text, dialect, lines.addNewLine);
    if (others.length > 0) return 'it has more than one document';
    return { value, mistakes: repeated.map((offset) => `${lineOf(offset)}: a key that is there already`) };
  } catch (error) {
    if (error instanceof YamlBoundPassed) return `it ${BOUNDS[error.bound].passed}`;
    if (error instanceof YamlMistake) return `${lineOf(error.offset)}: ${withoutQuotation(error)}`;
    throw error;
  }
}

/** What stands behind the colon quotes the file. */
function withoutQuotation({ message }: Error): string {
  return (message.split(/[:\n]/)[0] ?? '').trim();
}

/** A document that was parsed, and what kubectl only warns of in it. */
export interface ParsedDocument {
  readonly value: unknown;
  readonly mistakes: readonly string[];
}

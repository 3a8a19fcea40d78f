import { LineCounter } from 'yaml';
import type { BoundName } from '../../errors/bounds.ts';
import { readYaml } from '../../cluster/formats/compose-yaml.ts';
import { YamlBoundPassed, YamlMistake } from '../../cluster/formats/yaml-value.ts';
import { goYamlTags } from './go-yaml-tags.ts';

/**
 * Parses the documents of a YAML 1.1 text; an empty one is null. Throws an error whose message is one line that starts
 * with the line and column, and `YamlBoundPassed`.
 */
export function parseYamlDocuments(text: string): readonly unknown[] {
  const lineCounter = new LineCounter();
  try {
    return readYaml(text, { version: '1.1', customTags: goYamlTags }, lineCounter.addNewLine);
  } catch (cause) {
    if (!(cause instanceof YamlMistake)) throw cause;
    const { line, col } = lineCounter.linePos(cause.offset);
    throw new Error(`line ${line}, column ${col}: ${cause.message}`, { cause });
  }
}

/** The bound of a `YamlBoundPassed`; undefined for any other error. */
export function passedBoundOf(error: unknown): BoundName | undefined {
  return error instanceof YamlBoundPassed ? error.bound : undefined;
}

import { readYaml } from './compose-yaml.ts';
import { YamlBoundPassed, YamlMistake } from './yaml-value.ts';
import { tooLarge } from '../../errors/bounds.ts';

/**
 * Parses one document of YAML 1.2, null for an empty text. Throws `YamlMistake`, which has an `offset` in the text, and
 * `too-large`; `subject` as for `tooLarge`.
 */
export function parseYamlDocument(text: string, subject: string): unknown {
  try {
    const [value = null, ...others] = readYaml(text, { version: '1.2', merge: true });
    if (others.length > 0) throw new YamlMistake('it has more than one document', 0);
    return value;
  } catch (error) {
    throw error instanceof YamlBoundPassed ? tooLarge(error.bound, subject) : error;
  }
}

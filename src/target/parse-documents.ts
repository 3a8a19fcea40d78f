import { CliError } from '../errors/cli-error.ts';
import { goYamlTags } from './go-yaml-tags.ts';
import { splitJsonObjects } from './split-json.ts';

/**
 * Parses the JSON or YAML documents of one text, one behind the other, as kubectl does: YAML 1.1, where `yes` is
 * true. Empty documents are left out. Throws `usage` with the file's name.
 */
export async function parseDocuments(text: string, file: string): Promise<readonly unknown[]> {
  const documents = parseJson([text]) ?? parseJson(splitJsonObjects(text)) ?? (await parseYaml(text, file));
  return documents.filter((document) => document !== null && document !== undefined);
}

function parseJson(texts: readonly string[] | undefined): readonly unknown[] | undefined {
  try {
    return texts?.map((text): unknown => JSON.parse(text));
  } catch {
    return undefined; // several documents, or YAML
  }
}

async function parseYaml(text: string, file: string): Promise<readonly unknown[]> {
  const { parseAllDocuments } = await import('yaml');
  const documents = parseAllDocuments(text, { version: '1.1', customTags: goYamlTags, prettyErrors: false });
  return [...documents].map((document): unknown => {
    const [error] = document.errors;
    try {
      if (error !== undefined) throw error;
      // Anchors may make a value that contains itself, which no manifest can.
      return JSON.parse(JSON.stringify(document.toJS()));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new CliError('usage', `${file} is neither JSON nor YAML: ${why}`, { cause });
    }
  });
}

import { BOUNDS, tooLarge } from '../../errors/bounds.ts';
import { CliError } from '../../errors/cli-error.ts';
import { splitJsonObjects } from './split-json.ts';

/**
 * Parses the JSON or YAML documents of a text, as kubectl does: in YAML 1.1, where `yes` is true. An empty document is
 * null. Throws `usage` with the name of the file, and the line for YAML; `too-large` above a bound.
 */
export async function parseEveryDocument(text: string, file: string): Promise<readonly unknown[]> {
  const documents = parseJson([text]) ?? parseJson(splitJsonObjects(text)) ?? (await parseAsYaml(text, file));
  if (documents.length > BOUNDS.documents.most) throw tooLarge('documents', file);
  if (documents.some((document) => isDeeperThan(BOUNDS.nesting.most, document)))
    throw tooLarge('nesting', file);
  return documents;
}

/** The documents of a text that are not empty. Throws as `parseEveryDocument`. */
export async function parseDocuments(text: string, file: string): Promise<readonly unknown[]> {
  const documents = await parseEveryDocument(text, file);
  return documents.filter((document) => document !== null);
}

function parseJson(texts: readonly string[] | undefined): readonly unknown[] | undefined {
  try {
    return texts?.map((text): unknown => JSON.parse(text));
  } catch {
    return undefined; // several documents, or YAML
  }
}

async function parseAsYaml(text: string, file: string): Promise<readonly unknown[]> {
  const { parseYaml } = await import('../../cluster/formats/parse-yaml.ts');
  const parsed = parseYaml(text, { version: '1.1' });
  switch (parsed.kind) {
    case 'documents':
      return parsed.documents;
    case 'too-large':
      throw tooLarge(parsed.bound, file);
    case 'mistake': {
      const { line, column, why } = parsed;
      throw new CliError('usage', `${file} is neither JSON nor YAML: line ${line}, column ${column}: ${why}`);
    }
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

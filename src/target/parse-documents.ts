import { CliError } from '../errors/cli-error.ts';
import { splitJsonObjects } from './split-json.ts';

/** No object of the API comes near; beyond, what walks through an object would run out of stack. */
const MAX_DEPTH = 300;

/**
 * Parses the JSON or YAML documents of one text, one behind the other, as kubectl does: YAML 1.1, where `yes` is
 * true. An empty document is null. Throws `usage` with the file's name, and the line for YAML.
 */
export async function parseEveryDocument(text: string, file: string): Promise<readonly unknown[]> {
  const documents = parseJson([text]) ?? parseJson(splitJsonObjects(text)) ?? (await parseYaml(text, file));
  if (documents.some((document) => isDeeperThan(MAX_DEPTH, document))) throw tooDeep(file);
  return documents;
}

/** The documents of one text that are not empty. Throws as `parseEveryDocument`. */
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

async function parseYaml(text: string, file: string): Promise<readonly unknown[]> {
  const { parseYamlDocuments } = await import('./parse-yaml.ts');
  try {
    return parseYamlDocuments(text, MAX_DEPTH);
  } catch (cause) {
    if (cause instanceof RangeError) throw tooDeep(file);
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CliError('usage', `${file} is neither JSON nor YAML: ${why}`, { cause });
  }
}

function tooDeep(file: string): CliError {
  return new CliError('usage', `${file} cannot be read: it is nested more than ${MAX_DEPTH} levels deep`);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

import { CliError } from '../errors/cli-error.ts';

/**
 * Parses the JSON or YAML documents of one text, one behind the other, as kubectl does: YAML 1.1, where `yes` is
 * true. Empty documents are left out. Throws `usage` with the file's name.
 */
export async function parseDocuments(text: string, file: string): Promise<readonly unknown[]> {
  const json = tryJson(text);
  if (json !== undefined) return [json];
  const { parseAllDocuments } = await import('yaml');
  const documents = parseAllDocuments(splitConcatenatedJson(text), { version: '1.1', prettyErrors: false });
  return [...documents].flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined)
      throw new CliError('usage', `${file} is neither JSON nor YAML: ${error.message}`);
    const value: unknown = document.toJS();
    return value === null || value === undefined ? [] : [value];
  });
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // YAML, or several documents
  }
}

/** Two JSON objects may follow each other without a separator, as `jq` and `kubectl get` pipelines print them. */
function splitConcatenatedJson(text: string): string {
  return text.trimStart().startsWith('{') ? text.replaceAll(/\}\s*\n\s*\{/g, '}\n---\n{') : text;
}

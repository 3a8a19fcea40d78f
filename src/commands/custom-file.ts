import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import type { Io } from '../io.ts';
import type { CustomContainer } from '../plan/custom.ts';
import { readCustomContainer } from '../plan/read-custom.ts';
import { parseDocuments } from '../target/parse-documents.ts';

/** Reads the `--custom` file: one JSON or YAML document; an empty file customizes nothing. Throws `usage`. */
export async function readCustomFile(io: Io, file: string): Promise<CustomContainer | undefined> {
  let text: string;
  try {
    text = await readFile(path.resolve(io.workingDirectory, file), 'utf8');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CliError('usage', `--custom: cannot read ${file}: ${why}`, { cause });
  }
  const [document] = await parseDocuments(text, file);
  return readCustomContainer(document, file);
}

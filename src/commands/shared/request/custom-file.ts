import { CliError } from '../../../errors/cli-error.ts';
import type { Io } from '../../../io.ts';
import type { CustomContainer } from '../../../plan/custom/custom.ts';
import { readCustomContainer } from '../../../plan/custom/read-custom.ts';
import { parseEveryDocument } from '../../../target/manifests/parse-documents.ts';
import { readFlagFile } from './read-flag-file.ts';

/**
 * Reads the `--custom` file, one JSON or YAML document; an empty file changes nothing. Throws `too-large` and `usage`, also
 * for several documents, of which kubectl silently takes the first.
 */
export async function readCustomFile(io: Io, file: string): Promise<CustomContainer | undefined> {
  const text = await readFlagFile(io, { flag: '--custom', file });
  const [document, ...others] = await parseEveryDocument(text, file);
  if (others.some((other) => other !== null))
    throw new CliError('usage', `--custom: ${file} has more than one document`, {
      hint: 'put all fields of the container into one document',
    });
  return readCustomContainer(document, file);
}

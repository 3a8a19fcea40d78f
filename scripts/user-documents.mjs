import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Pages for those who build, measure and release the program, and the index, which `help topics` replaces. */
const NOT_FOR_HELP = [
  'README.md',
  'architecture.md',
  'dependencies.md',
  'measurements.md',
  'releasing.md',
  'rooms.md',
];

/** The pages of docs/ that the program shows, by name without `.md`, in the order of their names. */
export async function readUserDocuments(root) {
  const folder = join(root, 'docs');
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.md') && !NOT_FOR_HELP.includes(file),
  );
  const pages = files
    .sort()
    .map(async (file) => [file.slice(0, -'.md'.length), await readFile(join(folder, file), 'utf8')]);
  return Object.fromEntries(await Promise.all(pages));
}

import { multiarchFolder, readElf, type Elf } from './read-elf.ts';

/** Reads a file below the root from which libraries are taken; undefined if there is none. */
export type ReadFile = (path: string) => Buffer | undefined;

/** A shared library, or the program that loads them. The path begins without `/`. */
export interface Library {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * Libraries that glibc loads by name when a host name is looked up, if it is older than 2.34. Newer ones have it inside, and
 * an image need not have these.
 */
const FOR_NAMES = ['libnss_files.so.2', 'libnss_dns.so.2', 'libresolv.so.2'];
const HAS_NAMES = /GLIBC_2\.34\0/;

/**
 * The libraries that a program needs to run, those that these need included, where the loader of that system looks for
 * them. Nothing is run for it, so that the program may be for another machine. Throws an Error that names a missing one.
 */
export function findLibraries(program: Elf, read: ReadFile): readonly Library[] {
  const { architecture, loader } = program;
  if (loader === undefined) return [];
  const found = new Map<string, Library>();
  const folders = foldersFor(multiarchFolder(architecture));
  const wanted = [...program.libraries];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name) || loader.endsWith(`/${name}`)) continue;
    const library = findIn(folders, name, { architecture, read });
    if (library === undefined)
      throw new Error(`${name} for ${architecture} is in none of ${folders.join(', ')}`);
    found.set(name, library);
    wanted.push(...readElf(library.bytes).libraries);
    if (name === 'libc.so.6' && !HAS_NAMES.test(library.bytes.toString('latin1'))) wanted.push(...FOR_NAMES);
  }
  const path = loader.slice(1);
  const bytes = read(path);
  if (bytes === undefined) throw new Error(`${loader}, which loads the program, is missing`);
  return [{ path, bytes }, ...found.values()];
}

const foldersFor = (multiarch: string): readonly string[] =>
  ['lib', 'usr/lib'].flatMap((folder) => [`${folder}/${multiarch}`, `${folder}64`, folder]);

function findIn(
  folders: readonly string[],
  name: string,
  { architecture, read }: { readonly architecture: Elf['architecture']; readonly read: ReadFile },
): Library | undefined {
  for (const folder of folders) {
    const path = `${folder}/${name}`;
    const bytes = read(path);
    if (bytes !== undefined && isFor(bytes, architecture)) return { path, bytes };
  }
  return undefined;
}

/** Folders without the name of an architecture may hold another one's libraries. */
function isFor(bytes: Buffer, architecture: Elf['architecture']): boolean {
  try {
    return readElf(bytes).architecture === architecture;
  } catch {
    return false; // a linker script, or a library of 32 bits
  }
}

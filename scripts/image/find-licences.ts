import { basename } from 'node:path/posix';
import type { ImageFile } from './image-file.ts';
import type { Library, ReadFile } from './find-libraries.ts';

/** Which packages of a Linux distribution have a library. Debian and Ubuntu, then Fedora, then Arch. */
const PACKAGES = [
  {
    libraries: /^(?:ld-linux.*|lib(?:c|m|dl|rt|pthread|resolv|nss_\w+))\.so\.\d+$/,
    packages: ['libc6', 'glibc'],
  },
  { libraries: /^libstdc\+\+\.so\./, packages: ['libstdc++6', 'libstdc++', 'gcc-libs'] },
  { libraries: /^libgcc_s\.so\./, packages: ['libgcc-s1', 'libgcc1', 'libgcc', 'gcc-libs'] },
] as const;

/** Where distributions have the licences of a package. */
const PLACES = [
  'usr/share/doc/NAME/copyright',
  'usr/share/licenses/NAME/COPYING',
  'usr/share/licenses/NAME/COPYING3',
] as const;

/** What Debian's files refer to in place of having it. */
const COMMON = /usr\/share\/common-licenses\/[\w.-]*\w/g;

/** The licences of some libraries, and the libraries of which none was found. */
export interface Licences {
  readonly files: readonly ImageFile[];
  readonly missing: readonly string[];
}

/** Finds the licences of `libraries` where distributions have them; `read` reads below the root. */
export function findLicences(libraries: readonly Library[], read: ReadFile): Licences {
  const found = new Map<string, Buffer>();
  const missing: string[] = [];
  for (const { path } of libraries) {
    const licence = licenceOf(basename(path), read);
    if (licence === undefined) missing.push(basename(path));
    else found.set(`usr/share/licenses/${licence.name}/copyright`, licence.bytes);
  }
  for (const bytes of [...found.values()]) {
    for (const [path] of bytes.toString('latin1').matchAll(COMMON)) {
      const common = read(path);
      if (common !== undefined) found.set(path, common);
    }
  }
  return { files: [...found].map(([path, bytes]) => ({ kind: 'file', path, bytes })), missing };
}

function licenceOf(
  library: string,
  read: ReadFile,
): { readonly name: string; readonly bytes: Buffer } | undefined {
  const row = PACKAGES.find(({ libraries }) => libraries.test(library));
  for (const name of row?.packages ?? []) {
    for (const place of PLACES) {
      const bytes = read(place.replace('NAME', name));
      if (bytes !== undefined) return { name, bytes };
    }
  }
  return undefined;
}

import { basename, dirname } from 'node:path/posix';
import { findCircles } from './find-circles.ts';
import type { House, Room } from './house.ts';
import { folderOf, type Link, type Place, type Survey } from './survey.ts';

/** The most source files of a folder: a reader finds a name in a list of this length at a glance. */
const MAX_FILES = 16;
const TABLE = 'scripts/house/rooms.ts';

/** Where the source is not as the table of the house says. */
export interface Fault {
  /** A file or folder. */
  readonly path: string;
  readonly line?: number;
  readonly why: string;
}

/** `src/a.ts:3: why`. */
export function faultText({ path, line, why }: Fault): string {
  return line === undefined ? `${path}: ${why}` : `${path}:${line}: ${why}`;
}

/** Checks the imports, circles and folders of the source against the table of the house. */
export function findFaults(house: House, survey: Survey): readonly Fault[] {
  return [
    ...findUnknownFolders(house, survey),
    ...findMissingPlaces(survey),
    ...findLargeFolders(survey),
    ...survey.links.flatMap((link) => findImportFault(house, survey, link)),
    ...findCircles(survey.links).map(({ line, files }) => ({
      path: files[0],
      line,
      why: `import circle: ${[...files, files[0]].join(' → ')}`,
    })),
  ];
}

function findUnknownFolders(house: House, survey: Survey): readonly Fault[] {
  const unknown = survey.files.filter((file) => survey.placeOf(file) === undefined);
  return [...new Set(unknown.map((file) => dirname(file)))].map((folder) => {
    const files = unknown.filter((file) => dirname(file) === folder);
    return { path: folder, why: `no room of the house: ${howToAdd(house, survey, { folder, files })}` };
  });
}

interface UnknownFolder {
  readonly folder: string;
  readonly files: readonly string[];
}

function howToAdd({ rooms }: House, survey: Survey, { folder, files }: UnknownFolder): string {
  const room = rooms.find((known) => isBelow(folder, folderOf(known)) && !hasLooseFiles(known));
  if (room === undefined) return `add a room with its folder, or with ${files[0]}, to ${TABLE}`;
  const key = folder.slice(folderOf(room).length + 1) || '.';
  const imported = survey.links
    .filter(({ file }) => files.includes(file))
    .map(({ to = '' }) => survey.placeOf(to))
    .filter((place) => place?.room === room);
  const last = survey.places.findLast((place) => imported.includes(place));
  return `add a line '${key}' to ${room.name} in ${TABLE}, ${last === undefined ? 'before what imports it' : `after '${last.key}'`}`;
}

/** A room of files in a folder that it shares with other rooms. */
function hasLooseFiles({ rooms }: Room): boolean {
  return Object.keys(rooms).every((key) => key.endsWith('.ts'));
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function findMissingPlaces({ places, files, placeOf }: Survey): readonly Fault[] {
  const used = new Set(files.map(placeOf));
  return places
    .filter((place) => !used.has(place))
    .map(({ path, key, room }) => ({
      path: TABLE,
      why: `${room.name}: '${key}' has no source file (${path}): remove its line`,
    }));
}

function findLargeFolders({ files }: Survey): readonly Fault[] {
  const counts = new Map<string, number>();
  for (const folder of files.map((file) => dirname(file))) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([path, count]) => ({
      path,
      why: `${count} source files, at most ${MAX_FILES}: move those that belong together to a sub-room`,
    }));
}

function findImportFault(house: House, survey: Survey, link: Link): readonly Fault[] {
  const here = survey.placeOf(link.file);
  if (here === undefined) return []; // reported as a folder
  const why = link.to === undefined ? whyNoPackage(house, here, link.from) : whyNoFile(survey, here, link);
  return why === undefined ? [] : [{ path: link.file, line: link.line, why }];
}

function whyNoPackage({ libraries }: House, { room, name }: Place, from: string): string | undefined {
  if (from.startsWith('node:')) {
    return room.isPure === true ? `${room.name} is pure: it may not import ${from}` : undefined;
  }
  const library = Object.keys(libraries).find((known) => isBelow(from, known));
  if (library === undefined) return `${from} has no home: add it to scripts/house/libraries.ts`;
  const homes = libraries[library] ?? [];
  if (homes.some((home) => isBelow(name, home))) return undefined;
  return `${library} may be imported only in ${homes.join(', ')}`;
}

function whyNoFile(
  { placeOf, files }: Survey,
  here: Place,
  { to = '', isTypeOnly }: Link,
): string | undefined {
  if (!files.includes(to)) return `${to} is no source file of the house`;
  const there = placeOf(to);
  if (there === undefined || there === here) return undefined;
  if (there.room !== here.room) return whyNoRoom(here.room, there.room, isTypeOnly);
  if (there.rank < here.rank) return undefined;
  const own = there.key === '.' ? `; ${basename(to)} can have a line of its own there` : '';
  return `${here.name} may not import ${there.name}, which ${TABLE} lists after it${own}`;
}

function whyNoRoom(here: Room, there: Room, isTypeOnly: boolean): string | undefined {
  if (here.imports.split(' ').includes(there.name)) return undefined;
  if (here.importsTypesOf !== there.name) return `${here.name} may not import ${there.name}`;
  return isTypeOnly ? undefined : `${here.name} may import only types of ${there.name}`;
}

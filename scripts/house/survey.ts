import { dirname, join } from 'node:path/posix';
import { readImports, type Import } from './read-imports.ts';
import type { House, Room } from './house.ts';

/** A sub-room of the table, or a file that has a line of its own in it. */
export interface Place {
  readonly room: Room;
  /** Its key in the room's table. */
  readonly key: string;
  /** Its place in the order of the room. */
  readonly rank: number;
  /** From the root of the repository. */
  readonly path: string;
  /** In messages: `cluster/api`, or `cluster` for the files on top. */
  readonly name: string;
}

/** An import of a file of the house. */
export interface Link extends Import {
  readonly file: string;
  /** The file that a relative path leads to, from the root of the repository. */
  readonly to: string | undefined;
}

/** The source as it is, beside the table of the house. */
export interface Survey {
  /** In the order of the table. */
  readonly places: readonly Place[];
  readonly files: readonly string[];
  readonly placeOf: (file: string) => Place | undefined;
  readonly links: readonly Link[];
}

/** Reads the texts of source files by their path from the root of the repository. */
export function surveySource(house: House, texts: ReadonlyMap<string, string>): Survey {
  const places = house.rooms.flatMap(placesOf);
  const byPath = new Map(places.map((place) => [place.path, place]));
  const links = [...texts].flatMap(([file, text]) =>
    readImports(file, text).map((found) => ({ ...found, file, to: fileOf(file, found.from) })),
  );
  return {
    places,
    files: [...texts.keys()].sort(),
    placeOf: (file) => byPath.get(file) ?? byPath.get(dirname(file)),
    links,
  };
}

/** The folder of a room, from the root of the repository. */
export function folderOf({ folder, name }: Room): string {
  return folder ?? `src/${name}`;
}

function placesOf(room: Room): readonly Place[] {
  return Object.keys(room.rooms).map((key, rank) => ({
    room,
    key,
    rank,
    path: join(folderOf(room), key),
    name: key === '.' ? room.name : `${room.name}/${key}`,
  }));
}

function fileOf(file: string, from: string): string | undefined {
  return from.startsWith('.') ? join(dirname(file), from) : undefined;
}

/** A top room of the house: a folder of the source, or a few files that have no folder. */
export interface Room {
  readonly name: string;
  /** From the root of the repository; `src/` and its name where it is left out. */
  readonly folder?: string;
  /** What it does, in a line. */
  readonly does: string;
  /** The names of the rooms that it may import, with spaces between. */
  readonly imports: string;
  /** The room of which it may import types only: a stage takes what the stage before hands it. */
  readonly importsTypesOf?: string;
  /** Whether it does no I/O, so that it imports nothing of `node:`. */
  readonly isPure?: boolean;
  /** Whether it is no part of the program that is published. */
  readonly isApart?: boolean;
  /**
   * What each sub-room holds, in order: a sub-room may import only those before it. `.` is the files on top of the
   * room; such a file has a line of its own where sub-rooms import it.
   */
  readonly rooms: Readonly<Record<string, string>>;
}

export interface House {
  /** From the ground to the roof: a room may import only rooms before it. */
  readonly rooms: readonly Room[];
  /** The rooms or sub-rooms (`cluster/credentials`) that may import a library. */
  readonly libraries: Readonly<Record<string, readonly string[]>>;
}

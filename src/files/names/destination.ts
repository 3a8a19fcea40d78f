/** What a path is, with links followed. */
export type PlaceKind = 'file' | 'folder' | 'missing';

/** A source of a copy and its destination. */
export interface CopyEnds {
  /** As it was typed, with `/` between names. */
  readonly source: string;
  readonly sourceKind: Exclude<PlaceKind, 'missing'>;
  /** As it was typed, with `/` between names. */
  readonly destination: string;
  readonly destinationKind: PlaceKind;
  /** Whether the call has more sources. */
  readonly isOneOfSeveral: boolean;
}

/** Where a source arrives. */
export type Placement =
  /** It takes the name of the destination, which it replaces or creates. */
  | { readonly kind: 'named' }
  /** It goes into the folder that the destination is, under this name. */
  | { readonly kind: 'into'; readonly name: string }
  /** What is in it goes into the folder that the destination is. */
  | { readonly kind: 'contents' }
  /** `why` is the end of a sentence about the copy. */
  | { readonly kind: 'refused'; readonly why: string };

/** Whether a path says by its end that it is a folder. */
export function namesFolder(path: string): boolean {
  return baseName(path) === undefined || path.endsWith('/');
}

/** The last name of a path; undefined for `/`, and for `.` and `..`, of which the contents are meant. */
export function baseName(path: string): string | undefined {
  const name = path.split('/').findLast((part) => part !== '');
  return name === '.' || name === '..' ? undefined : name;
}

/**
 * Says where a source arrives, by the rules of `docker cp` and `cp -r`: a folder that exists takes the source under its own
 * name, `SRC/.` gives only what is in it, and a destination that is missing is the new name. A trailing slash means a folder.
 * See https://docs.docker.com/reference/cli/docker/container/cp/
 */
export function placeSource(ends: CopyEnds): Placement {
  const { source, sourceKind, destination, destinationKind, isOneOfSeveral } = ends;
  if (isOneOfSeveral && destinationKind !== 'folder')
    return refuse(`several sources need a folder, but the destination is ${describe(destinationKind)}`);
  if (sourceKind === 'file' && namesFolder(source)) return refuse('the source is a file, not a folder');
  if (sourceKind === 'folder') return placeFolder(ends);
  const name = baseName(source);
  if (destinationKind === 'folder' && name !== undefined) return { kind: 'into', name };
  if (!namesFolder(destination)) return { kind: 'named' };
  return refuse(
    destinationKind === 'missing'
      ? 'there is no such folder; a file is not given a new one'
      : 'the destination is a file, not a folder',
  );
}

function placeFolder({ source, destinationKind }: CopyEnds): Placement {
  switch (destinationKind) {
    case 'file':
      return refuse('the source is a folder, and the destination is a file');
    case 'missing':
      return { kind: 'named' };
    case 'folder': {
      const name = baseName(source);
      return name === undefined ? { kind: 'contents' } : { kind: 'into', name };
    }
  }
}

function refuse(why: string): Placement {
  return { kind: 'refused', why };
}

function describe(kind: Exclude<PlaceKind, 'folder'>): string {
  return kind === 'missing' ? 'missing' : 'a file';
}

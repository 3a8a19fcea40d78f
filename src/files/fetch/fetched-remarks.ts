import type { Refusal } from '../file-sink.ts';
import { pathText } from '../names/path-text.ts';
import type { Refused } from '../names/refusals.ts';
import type { Fetched } from './fetch-files.ts';
import type { FileTrouble } from './large-file.ts';

/** What is said of files that changed while they were read, or could not be read. */
const TROUBLES: Readonly<Record<FileTrouble, string>> = {
  gone: 'vanished while it was read',
  denied: 'could not be read: permission denied',
  shrank: 'shrank while it was read',
  grew: 'grew while it was read; the copy has what it had at first',
  changed: 'changed while it was read',
  unverified: 'was not compared: there is no sha256sum in the debug image',
};

const REFUSALS: Readonly<Record<Refusal, string>> = {
  outside: 'has a name that leads out of the copy',
  'link-outside': 'is a link that leads out of the copy',
  special: 'is a device, a FIFO or a socket',
  name: 'has a name that this system cannot have',
  'link-in-the-way': 'would go through a link in the destination',
  'in-the-way': 'would replace a folder by a file, or a file by a folder',
};

const MOST_NAMED = 3;

interface Group {
  readonly paths: readonly string[];
  readonly count: number;
  readonly what: string;
}

/** What is not as it was in the container, in words for a person, on one line each. */
export function fetchedRemarks(
  { notes, complaints }: Pick<Fetched, 'notes' | 'complaints'>,
  refused: readonly Refused[],
): readonly string[] {
  const troubles = [...new Set(notes.map(({ trouble }) => trouble))].map((trouble) => {
    const paths = [...new Set(notes.filter((note) => note.trouble === trouble).map((note) => note.path))];
    return { paths, count: paths.length, what: TROUBLES[trouble] };
  });
  const said = complaints.slice(0, MOST_NAMED).map(pathText);
  return [...troubles.map(describeGroup), ...refusedRemarks(refused), ...said];
}

/** What was refused, in the same words. */
export function refusedRemarks(refused: readonly Refused[]): readonly string[] {
  return refused.map(({ why, ...group }) =>
    describeGroup({ ...group, what: `${REFUSALS[why]}, and was left out` }),
  );
}

/** Whether a file could not be read, although it was asked for. */
export function lacksFiles({ notes, complaints }: Pick<Fetched, 'notes' | 'complaints'>): boolean {
  return complaints.length > 0 || notes.some(({ trouble }) => trouble === 'denied');
}

/** `3 files (a, b, c): each vanished while it was read`. */
export function describeGroup({ paths, count, what }: Group): string {
  const shown = paths.slice(0, MOST_NAMED).map((path) => (path === '' ? 'the file' : pathText(path)));
  if (count === 1) return `${shown[0] ?? ''} ${what}`;
  const more = count > shown.length ? ` and ${count - shown.length} more` : '';
  return `${count} files (${shown.join(', ')}${more}): each ${what}`;
}

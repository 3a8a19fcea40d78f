import { openTable } from '../../output/table/table.ts';
import { cgroupLines } from '../proc/cgroup.ts';
import { readMounts } from '../proc/mounts.ts';
import { sizeWords } from '../proc/size-words.ts';
import type { EvidenceName, Piece } from '../evidence.ts';
import {
  fileOf,
  folderOf,
  partText,
  readSection,
  type InsideContext,
  type NamedPiece,
  type ReadSection,
} from './inside-context.ts';

const CLOSED =
  'its files are closed to the debug container: only its own user, or root with SYS_PTRACE, may read them';

interface OfContainer {
  readonly name: EvidenceName;
  readonly file: string;
  readonly section: 'cgroup' | 'settings' | 'mounts' | 'limits';
  readonly read: (context: InsideContext, read: ReadSection, container: string) => readonly Piece[];
}

function readUsage(_: InsideContext, read: ReadSection, container: string): readonly Piece[] {
  const path = `${folderOf(container)}/usage.txt`;
  const files = read.parts.filter(({ name }) => name !== 'here');
  const summary = cgroupLines(new Map(files.map(({ name, text }) => [name, text])));
  if (files.length === 0) {
    const isHere = partText(read, 'here') !== '';
    return [
      { kind: 'missing', path, why: isHere ? 'the container shows no cgroup in /sys/fs/cgroup' : CLOSED },
    ];
  }
  const raw = files.map(({ name, text }) => `==> ${name} <==\n${text.trimEnd()}\n`);
  return [fileOf('cgroup', read, { path, text: [...summary, '', ...raw].join('\n') })];
}

function readSettings(_: InsideContext, read: ReadSection, container: string): readonly Piece[] {
  const files = read.parts.filter(({ name }) => name !== 'here');
  if (partText(read, 'here') === '')
    return [{ kind: 'missing', path: `${folderOf(container)}/resolv.conf`, why: CLOSED }];
  return files.map(({ name, text }) =>
    fileOf('settings', read, { path: `${folderOf(container)}/${name}`, text }),
  );
}

/** Space and inodes of a mount, from a line `PLACE BLOCKSIZE BLOCKS AVAILABLE INODES FREE`. */
function spaceOf(line: string): readonly [place: string, space: readonly string[]] {
  const [place = '', ...numbers] = line.split(' ');
  const [blockSize = 0, blocks = 0, available = 0, inodes = 0, free = 0] = numbers.map(Number);
  if (blocks === 0) return [place, ['', '', '']];
  const share = (left: number, all: number): string =>
    all === 0 ? '' : `${Math.round(100 - (100 * left) / all)}%`;
  return [place, [sizeWords(blocks * blockSize), share(available, blocks), share(free, inodes)]];
}

const HEADER = ['PLACE', 'TYPE', 'SIZE', 'USED', 'INODES USED', 'SOURCE', 'OPTIONS'];

function readMountTable(context: InsideContext, read: ReadSection, container: string): readonly Piece[] {
  const disk = readSection(context, 'disk', container);
  const spaces = new Map((disk?.text ?? '').split('\n').map(spaceOf));
  const rows = readMounts(read.text).map(({ place, type, source, options }) => {
    const space = spaces.get(place) ?? ['', '', ''];
    return [place, type, ...space, context.mask.text(source), context.mask.text(options)];
  });
  const path = `${folderOf(container)}/mounts.txt`;
  const isLate = disk?.section.isLate === true;
  const file = fileOf('mounts', read, {
    path,
    text: openTable(HEADER).rows(rows),
    view: { kind: 'table', header: HEADER, rows },
  });
  return [
    isLate
      ? { ...file, cut: 'the space of some mounts is missing: a file system did not answer in time' }
      : file,
  ];
}

function readLimits(_: InsideContext, read: ReadSection, container: string): readonly Piece[] {
  return [fileOf('limits', read, { path: `${folderOf(container)}/limits.txt`, text: read.text })];
}

const OF_CONTAINER: readonly OfContainer[] = [
  { name: 'usage', file: 'usage.txt', section: 'cgroup', read: readUsage },
  { name: 'settings', file: 'resolv.conf', section: 'settings', read: readSettings },
  { name: 'mounts', file: 'mounts.txt', section: 'mounts', read: readMountTable },
  { name: 'limits', file: 'limits.txt', section: 'limits', read: readLimits },
];

/** What concerns one container: cgroup, settings, mounts and limits, for each that was visited. */
export function readContainers(context: InsideContext): readonly NamedPiece[] {
  return context.visited.flatMap(({ name: container }) =>
    OF_CONTAINER.flatMap(({ name, file, section, read }) => {
      const found = readSection(context, section, container);
      const isEmpty = found === undefined || found.section.bytes.length === 0;
      const path = `${folderOf(container)}/${file}`;
      const missing: Piece = { kind: 'missing', path, why: whyNone(context, found !== undefined) };
      const pieces = isEmpty ? [missing] : read(context, found, container);
      return pieces.map((piece) => ({ name, piece, durationMs: found?.section.durationMs ?? 0 }));
    }),
  );
}

function whyNone({ whyMissing }: InsideContext, wasAsked: boolean): string {
  return wasAsked ? 'the debug container may not read it' : `no process of it is seen, or ${whyMissing}`;
}

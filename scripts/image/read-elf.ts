/** What an image must know of a program or shared library for Linux. */
export interface Elf {
  /** As images and Go name it: `amd64`. */
  readonly architecture: Architecture;
  /** The program that loads this one and its libraries; undefined for a library, and for a program without libraries. */
  readonly loader: string | undefined;
  /** The shared libraries that it names. */
  readonly libraries: readonly string[];
  /** How many bytes of the file the kernel or the loader maps. What follows is for debuggers. */
  readonly mappedBytes: number;
}

/** The numbers of machines, and Debian's names of their folders. See https://wiki.debian.org/Multiarch/Tuples */
const MACHINES = {
  62: { architecture: 'amd64', folder: 'x86_64-linux-gnu' },
  183: { architecture: 'arm64', folder: 'aarch64-linux-gnu' },
} as const;

/** A platform that Node publishes programs for, and that images name. */
export type Architecture = (typeof MACHINES)[keyof typeof MACHINES]['architecture'];

/** The folder with the libraries of an architecture, where several can be installed. */
export function multiarchFolder(architecture: Architecture): string {
  const { folder } = Object.values(MACHINES).find((row) => row.architecture === architecture) ?? MACHINES[62];
  return folder;
}

const SEGMENT = { load: 1, dynamic: 2, loader: 3 } as const;
const TAG = { end: 0, needed: 1, strings: 5 } as const;

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

/**
 * Reads the program headers of a 64-bit ELF file. Throws an Error that says why it is none that an image can have. See
 * https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html
 */
export function readElf(bytes: Buffer): Elf {
  if (bytes.length < 64 || bytes.toString('latin1', 0, 4) !== '\x7fELF') throw new Error('it is no ELF file');
  if (bytes[4] !== 2 || bytes[5] !== 1) throw new Error('it is not 64-bit and little-endian');
  const machine = bytes.readUInt16LE(18);
  const row = machine === 62 || machine === 183 ? MACHINES[machine] : undefined;
  if (row === undefined)
    throw new Error(`it is for the machine ${machine}, which is neither amd64 nor arm64`);
  const segments = readSegments(bytes);
  const loads = segments.filter(({ type }) => type === SEGMENT.load);
  const loader = segments.find(({ type }) => type === SEGMENT.loader);
  return {
    architecture: row.architecture,
    loader: loader && textAt(bytes, loader.offset),
    libraries: readLibraries(bytes, segments),
    mappedBytes: Math.max(...loads.map(({ offset, size }) => offset + size)),
  };
}

/**
 * The same program without its symbol table and what else is only for debuggers, and so without the section headers, which
 * nothing needs to run it. `strip` makes a file of the same size, but needs the tools of the architecture.
 */
export function stripElf(bytes: Buffer): Buffer {
  const stripped = Buffer.from(bytes.subarray(0, readElf(bytes).mappedBytes));
  stripped.writeBigUInt64LE(0n, 40); // where the section headers are
  stripped.writeUInt16LE(0, 60); // how many there are
  stripped.writeUInt16LE(0, 62); // which one has their names
  return stripped;
}

function readSegments(bytes: Buffer): readonly Segment[] {
  const [start, size, count] = [numberAt(bytes, 32), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    return {
      type: bytes.readUInt32LE(at),
      offset: numberAt(bytes, at + 8),
      address: numberAt(bytes, at + 16),
      size: numberAt(bytes, at + 32),
    };
  });
}

function readLibraries(bytes: Buffer, segments: readonly Segment[]): readonly string[] {
  const dynamic = segments.find(({ type }) => type === SEGMENT.dynamic);
  if (dynamic === undefined) return [];
  const rows: { readonly tag: number; readonly value: number }[] = [];
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16) {
    const tag = numberAt(bytes, at);
    if (tag === TAG.end) break;
    // Only the values of tags that are read here are surely small enough to be numbers.
    if (tag === TAG.needed || tag === TAG.strings) rows.push({ tag, value: numberAt(bytes, at + 8) });
  }
  const address = rows.find(({ tag }) => tag === TAG.strings)?.value ?? 0;
  const home = segments.find(
    (each) => each.type === SEGMENT.load && each.address <= address && address < each.address + each.size,
  );
  if (home === undefined) return [];
  const strings = home.offset + address - home.address;
  return rows.filter(({ tag }) => tag === TAG.needed).map(({ value }) => textAt(bytes, strings + value));
}

const numberAt = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

const textAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, bytes.indexOf(0, at));

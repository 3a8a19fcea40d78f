import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ArchiveFile } from './archive-file.ts';
import { withRuntime } from './bill-of-materials.ts';
import { makeTarball } from './make-tarball.ts';
import { makeZip } from './make-zip.ts';
import { PLATFORMS, nameOf, platformOf } from './platforms.ts';
import { readTar } from './read-tar.ts';

const DATE = Date.UTC(1980, 0, 1) / 1000;
const PROGRAM = Buffer.alloc(100_000, 'program');
const FILES: readonly ArchiveFile[] = [
  { path: 'program', bytes: PROGRAM, isExecutable: true },
  { path: 'LICENSE', bytes: Buffer.from('text') },
];

describe('a tarball', () => {
  it('has the files, and is the same in whatever order they come', () => {
    const bytes = makeTarball(FILES, DATE);
    const files = readTar(gunzipSync(bytes));
    expect([...files.keys()]).toEqual(['LICENSE', 'program']);
    expect(files.get('program')?.equals(PROGRAM)).toBe(true);
    expect(makeTarball(FILES.toReversed(), DATE).equals(bytes)).toBe(true);
  });
});

describe('a zip archive', () => {
  /** By the directory at its end: name, mode, and what is unpacked. */
  function entriesOf(zip: Buffer) {
    const end = zip.length - 22;
    const entries = [];
    for (let at = zip.readUInt32LE(end + 16); at < end;) {
      const packed = zip.readUInt32LE(at + 20);
      const nameLength = zip.readUInt16LE(at + 28);
      const local = zip.readUInt32LE(at + 42);
      const from = local + 30 + zip.readUInt16LE(local + 26);
      const bytes = inflateRawSync(zip.subarray(from, from + packed));
      const crc = crc32(bytes);
      entries.push({
        name: zip.toString('utf8', at + 46, at + 46 + nameLength),
        mode: (zip.readUInt32LE(at + 38) >>> 16).toString(8),
        bytes,
        isSound: crc === zip.readUInt32LE(at + 16) && crc === zip.readUInt32LE(local + 14),
      });
      at += 46 + nameLength;
    }
    return entries;
  }

  it('has the files with their modes and sums, and is the same in whatever order they come', () => {
    const zip = makeZip(FILES, DATE);
    expect(entriesOf(zip)).toEqual([
      { name: 'LICENSE', mode: '100644', bytes: Buffer.from('text'), isSound: true },
      { name: 'program', mode: '100755', bytes: PROGRAM, isSound: true },
    ]);
    expect(makeZip(FILES.toReversed(), DATE).equals(zip)).toBe(true);
  });
});

describe('the platforms', () => {
  it('have names, packages and hashes of their own', () => {
    for (const field of [PLATFORMS.map(nameOf), PLATFORMS.map((row) => row.integrity)])
      expect(new Set(field).size).toBe(PLATFORMS.length);
  });

  it.each([
    ['linux', 'x64', 'linux_amd64'],
    ['darwin', 'arm64', 'darwin_arm64'],
    ['win32', 'x64', 'windows_amd64'],
    ['linux', 'riscv64', undefined],
  ] as const)('include %s %s as %s', (platform, arch, name) => {
    const found = platformOf({ platform, arch });
    expect(found && nameOf(found)).toBe(name);
  });
});

it('the bill of materials of an executable names its runtime, by the hash of its package', () => {
  const bundles = {
    serialNumber: 'urn:uuid:eb8ee0a8-152a-8f7d-8693-ecfbb8483787',
    metadata: { component: { 'bom-ref': 'ours' } },
    components: [],
    dependencies: [{ ref: 'ours', dependsOn: ['ws'] }],
  };
  const bills = PLATFORMS.map((platform) => withRuntime(bundles, { platform }));
  expect(new Set(bills.map(({ serialNumber }) => serialNumber)).size).toBe(PLATFORMS.length);
  for (const bill of bills) {
    expect(bill.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(bill.components[0]).toMatchObject({
      type: 'platform',
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
    expect(bill.dependencies[0]?.dependsOn).toEqual(['ws', expect.stringContaining('pkg:npm/%40oven/bun-')]);
  }
});

import {
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { signatureOf } from './code-signature.ts';
import { MACHINE, RELEASE, run } from './release-files.ts';

const place = mkdtempSync(join(tmpdir(), 'kubectl-debug-archives-'));
afterAll(() => rmSync(place, { recursive: true }));

const archives = readdirSync(RELEASE).filter((name) => /^kubectl-debug_v.*\.(tar\.gz|zip)$/.test(name));

/** By archive: each has a hundred megabytes, and no test changes them. */
const unpacked = new Map<string, Promise<string>>();

/** Returns the folder of an archive's files. */
function unpack(archive: string): Promise<string> {
  const folder = unpacked.get(archive) ?? unpackAnew(archive);
  unpacked.set(archive, folder);
  return folder;
}

async function unpackAnew(archive: string): Promise<string> {
  const folder = mkdtempSync(join(place, 'unpacked-'));
  const file = join(RELEASE, archive);
  if (archive.endsWith('.zip')) await run('python3', ['-m', 'zipfile', '-e', file, folder]);
  else await run('tar', ['-xzf', file, '-C', folder]);
  return folder;
}

/** The first bytes of an executable in hex, as far as they tell for which system and processor it is. */
function headOf(file: string): string {
  const head = Buffer.alloc(1024);
  readSync(openSync(file, 'r'), head, 0, head.length, 0);
  const machine = head.subarray(0, 2).toString() === 'MZ' ? head.readUInt32LE(0x3c) + 4 : undefined;
  if (machine !== undefined) return `MZ ${head.readUInt16LE(machine).toString(16)}`;
  if (head.readUInt32LE(0) === 0xfeedfacf) return `Mach-O ${head.readUInt32LE(4).toString(16)}`;
  return `ELF ${head.readUInt16LE(18)} ${/\/lib[\w/.-]+\.so\.\d/.exec(head.toString('latin1'))?.[0] ?? ''}`;
}

const HEADS: Readonly<Record<string, string>> = {
  linux_amd64: 'ELF 62 /lib64/ld-linux-x86-64.so.2',
  linux_arm64: 'ELF 183 /lib/ld-linux-aarch64.so.1',
  linux_amd64_musl: 'ELF 62 /lib/ld-musl-x86_64.so.1',
  darwin_amd64: 'Mach-O 1000007',
  darwin_arm64: 'Mach-O 100000c',
  windows_amd64: 'MZ 8664',
};

interface BillOfMaterials {
  readonly components: readonly { readonly name: string; readonly type: string }[];
}

describe.each(archives)('%s', (archive) => {
  const platform = /_v[\d.]+_(.+?)\.(?:tar\.gz|zip)$/.exec(archive)?.[1] ?? '';
  const isWindows = platform.startsWith('windows');

  it('has the program for its platform under three names, and what goes with it', async () => {
    const folder = await unpack(archive);
    const names = isWindows
      ? ['kubectl-debug.exe', 'kubectl-dbg.cmd', 'kubectl_complete-dbg.cmd']
      : ['kubectl-debug', 'kubectl-dbg', 'kubectl_complete-dbg'];
    const others = [
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES.txt',
      'completions',
      'man',
      'sbom.cdx.json',
    ];
    expect(readdirSync(folder).sort()).toEqual([...names, ...others].sort());
    expect(headOf(join(folder, names[0] ?? ''))).toBe(HEADS[platform]);
    expect(readdirSync(join(folder, 'completions'))).toContain('kubectl-debug.bash');
    expect(readdirSync(join(folder, 'man/man1'))).toContain('kubectl-debug.1');
  });

  it.runIf(platform.startsWith('darwin'))('is signed as its processor wants', async () => {
    const program = readFileSync(join(await unpack(archive), 'kubectl-debug'));
    expect(signatureOf(program)).toBe(platform.endsWith('arm64') ? 'ad hoc' : 'none');
  });

  it('names what it is made of, and the licences of the runtime', async () => {
    const folder = await unpack(archive);
    const licences = readFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const expected = [
      'JavaScriptCore',
      'GNU LIBRARY GENERAL PUBLIC LICENSE',
      'Apache License\nVersion 2.0',
      'Permission is hereby granted, free of charge',
      'Redistributions in binary form must reproduce',
      '--runtime=FILE',
      'ws 8.',
    ];
    for (const text of expected) expect(licences).toContain(text);
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as BillOfMaterials;
    const runtimes = bill.components.filter(({ type }) => type === 'platform').map(({ name }) => name);
    expect(runtimes).toEqual([expect.stringMatching(/^@oven\/bun-/)]);
    expect(bill.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['ws', 'boringssl']));
  });
});

describe.runIf(archives.some((name) => name.endsWith(`_linux_${MACHINE}.tar.gz`)))('the executable', () => {
  const ours = archives.find((name) => name.endsWith(`_linux_${MACHINE}.tar.gz`)) ?? '';
  /** Nothing else is in the PATH, least of all Node. */
  const alone = (folder: string) => ({ env: { PATH: '/usr/bin:/bin', HOME: folder }, cwd: folder });

  it('runs in an empty folder, by each of its names', async () => {
    const folder = await unpack(ours);
    const start = (name: string, ...args: string[]) => run(join(folder, name), args, alone(folder));
    expect(await start('kubectl-debug', '--version')).toMatch(/^kubectl-debug \d/);
    expect(await start('kubectl-debug', '--help')).toContain('Usage: kubectl-debug ');
    expect(await start('kubectl-dbg', '--help')).toContain('Usage: kubectl dbg ');
    expect(await start('kubectl_complete-dbg', 'po')).toMatch(/^pods\t/);
  });

  it('takes its name from a link, too', async () => {
    const folder = await unpack(ours);
    const link = join(mkdtempSync(join(place, 'links-')), 'kubectl-dbg');
    symlinkSync(join(folder, 'kubectl-debug'), link);
    expect(await run(link, ['--help'], alone(folder))).toContain('Usage: kubectl dbg ');
  });

  it('is not configured by the folder in which it is called', async () => {
    const folder = await unpack(ours);
    const here = mkdtempSync(join(place, 'project-'));
    writeFileSync(join(here, '.env'), 'KUBECONFIG=/from-dot-env\n');
    writeFileSync(join(here, 'bunfig.toml'), 'preload = ["./stolen.js"]\n');
    writeFileSync(join(here, 'stolen.js'), 'console.log("stolen");\n');
    const told = await run(join(folder, 'kubectl-debug'), ['check', '--config'], {
      ...alone(folder),
      cwd: here,
    });
    expect(told).not.toContain('stolen');
    expect(told).not.toContain('from-dot-env');
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executableFiles } from './archive-contents.ts';
import { librariesOf, runtimeNotice } from './runtime-notice.ts';
import { stripSignature } from './strip-signature.ts';

describe.skipIf(process.platform === 'win32')('the scripts beside the executable', () => {
  const SAYS = Buffer.from('#!/bin/sh\necho "$KUBECTL_DEBUG_CALLED_AS:$*"\n');
  let folder = '';
  const place = (...path: readonly string[]): string => join(folder, ...path);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubectl-debug-scripts-'));
    for (const name of ['unpacked', 'links']) mkdirSync(place(name));
    for (const { path, bytes, isExecutable } of executableFiles({ os: 'linux' }, SAYS))
      writeFileSync(place('unpacked', path), bytes, { mode: isExecutable === true ? 0o755 : 0o644 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['kubectl-dbg', 'kubectl_complete-dbg'])('start it as %s, with all words', (name) => {
    expect(execFileSync(place('unpacked', name), ['a b', '*'], { encoding: 'utf8' })).toBe(`${name}:a b *\n`);
  });

  it('find it through a link', () => {
    symlinkSync(place('unpacked/kubectl-dbg'), place('links/kubectl-dbg'));
    expect(execFileSync(place('links/kubectl-dbg'), ['pods'], { encoding: 'utf8' })).toBe(
      'kubectl-dbg:pods\n',
    );
  });
});

it('for Windows there are batch files that start the executable beside them', () => {
  const files = executableFiles({ os: 'windows' }, Buffer.from('program'));
  expect(files.map(({ path }) => path)).toEqual([
    'kubectl-debug.exe',
    'kubectl-dbg.cmd',
    'kubectl_complete-dbg.cmd',
  ]);
  expect(files[1]?.bytes.toString().split('\r\n')).toEqual([
    '@echo off',
    'setlocal',
    'set KUBECTL_DEBUG_CALLED_AS=kubectl-dbg',
    '"%~dp0kubectl-debug.exe" %*',
    '',
  ]);
});

it('the notice of the runtime names its libraries, and has each licence once', () => {
  const asked: string[] = [];
  const notice = runtimeNotice({ os: 'linux' }, (licence) => {
    asked.push(licence);
    return `text of ${licence}`;
  });
  expect(asked.toSorted()).toEqual([
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'IJG',
    'LGPL-2.0-or-later',
    'LGPL-2.1-or-later',
    'MIT',
    'Unicode-3.0',
    'Zlib',
  ]);
  for (const licence of asked) expect(notice).toContain(`${licence}\n\ntext of ${licence}\n`);
  expect(notice).not.toContain('libuv');
  expect(librariesOf({ os: 'windows' }).map(({ name }) => name)).toContain('libuv');
});

describe('a program for macOS', () => {
  /** With a segment of 100 bytes at 200, of which the last 60 are a signature. */
  function aProgram(): Buffer {
    const program = Buffer.alloc(300, 1);
    program.fill(0, 0, 120);
    program.writeUInt32LE(0xfeedfacf, 0);
    program.writeUInt32LE(2, 16);
    program.writeUInt32LE(72 + 16, 20);
    program.writeUInt32LE(0x19, 32);
    program.writeUInt32LE(72, 36);
    program.write('__LINKEDIT', 40);
    program.writeBigUInt64LE(200n, 72);
    program.writeBigUInt64LE(100n, 80);
    for (const [index, value] of [0x1d, 16, 240, 60].entries()) program.writeUInt32LE(value, 104 + 4 * index);
    return program;
  }

  it('loses its signature, and what leads to it', () => {
    const stripped = stripSignature(aProgram());
    expect(stripped.length).toBe(240);
    expect([stripped.readUInt32LE(16), stripped.readUInt32LE(20)]).toEqual([1, 72]);
    expect(stripped.readBigUInt64LE(80)).toBe(40n);
    expect(stripped.subarray(104, 120).equals(Buffer.alloc(16))).toBe(true);
    expect(() => stripSignature(stripped)).toThrow('the last command is not a signature');
  });

  it('is refused if bytes follow the signature, or if it is something else', () => {
    expect(() => stripSignature(Buffer.concat([aProgram(), Buffer.alloc(1)]))).toThrow('not at the end');
    expect(() => stripSignature(Buffer.alloc(100))).toThrow('not a program for macOS');
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptText, type ScriptTask } from './script.ts';
import { readParts, readSections, type Section } from './sections.ts';

const NONCE = 'nonce-1';
const task = (more: Partial<ScriptTask> = {}): ScriptTask => ({
  nonce: NONCE,
  containers: [],
  lookups: [],
  files: [],
  maxFileBytes: 1000,
  ...more,
});

describe('readSections', () => {
  const said = (...parts: readonly string[]) => Buffer.from(parts.join(''));
  const two = said(
    `noise\n${NONCE} begin a 1.00\nhello\n\nworld`,
    `\n${NONCE} end 0 1.25\n\n${NONCE} begin b 2.00\n\n${NONCE} end 137 7.00\n\n${NONCE} over\n`,
  );

  it.each([1, 7, 64, 10_000])('reads sections that arrive in pieces of %d bytes', (size) => {
    const reader = readSections(NONCE);
    const sections: Section[] = [];
    for (let at = 0; at < two.length; at += size) sections.push(...reader.add(two.subarray(at, at + size)));
    expect(sections.map((each) => ({ ...each, bytes: each.bytes.toString() }))).toEqual([
      { name: 'a', bytes: 'hello\n\nworld', isLate: false, durationMs: 250 },
      { name: 'b', bytes: '', isLate: true, durationMs: 5000 },
    ]);
    expect(reader.rest()).toBeUndefined();
    expect(reader.isOver()).toBe(true);
  });

  it('keeps what came of a section that was cut off', () => {
    const reader = readSections(NONCE);
    reader.add(said(`\n${NONCE} begin a 1.00\nhel`));
    reader.add(said('lo'));
    expect(reader.rest()).toMatchObject({ name: 'a', bytes: Buffer.from('hello'), isLate: true });
    expect(reader.isOver()).toBe(false);
  });

  it('does not take the lines of another nonce for its own', () => {
    const reader = readSections(NONCE);
    const [section] = reader.add(said(`\n${NONCE} begin a 1\nx\nnonce-2 end 0 1\ny\n${NONCE} end 0 1\n`));
    expect(section?.bytes.toString()).toBe('x\nnonce-2 end 0 1\ny');
  });
});

it('splits a section into parts, and keeps bytes that are no text', () => {
  const bytes = Buffer.concat([
    Buffer.from(`${NONCE} part a b\n1\n`),
    Buffer.from([0xc3, 0xa9]),
    Buffer.from(`\n${NONCE} part c\n`),
  ]);
  expect(readParts(bytes, NONCE)).toEqual([
    { name: 'a b', text: '1\né' },
    { name: 'c', text: '' },
  ]);
});

/** The shells of this machine that the script has to run in. */
const SHELLS = [['dash'], ['busybox', 'sh']].filter(
  ([program = '']) =>
    spawnSync(program, ['-c', 'true']).status === 0 || spawnSync(program, ['true']).status === 0,
);

function runScript([program = '', ...words]: readonly string[], text: string): readonly Section[] {
  const output = execFileSync(program, [...words, '-c', text], {
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const reader = readSections(NONCE);
  const sections = reader.add(output);
  expect(reader.isOver()).toBe(true);
  return sections;
}

describe.each(SHELLS)('the script in %s', (...shell) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'snapshot-script-'));
    mkdirSync(join(folder, 'etc'));
    writeFileSync(join(folder, 'etc/large'), 'x'.repeat(5000));
    writeFileSync(join(folder, "it's"), 'quoted\n');
    symlinkSync('/etc/large', join(folder, 'etc/absolute'));
    symlinkSync('../../../../../../../../etc/passwd', join(folder, 'climbs'));
    symlinkSync('loop', join(folder, 'loop'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The script sees roots below /proc; here one is a folder. */
  const inFolder = (text: string) => text.replaceAll('"/proc/$1/root', `"${folder}`);

  it('reads processes, sockets and the load, and says which process it is', () => {
    const byName = new Map(runScript(shell, scriptText(task())).map((section) => [section.name, section]));
    expect([...byName.keys()]).toEqual(['who', 'processes', 'fds', 'net', 'load', 'dns']);
    const parts = (name: string) => readParts(byName.get(name)?.bytes ?? Buffer.alloc(0), NONCE);
    const own =
      parts('who')
        .find(({ name }) => name === 'own')
        ?.text.trim() ?? '';
    const names = parts('processes').map(({ name }) => name);
    expect(names).toContain(own);
    expect(names).toContain('1');
    expect(parts('net').map(({ name }) => name)).toContain('tcp');
    expect(parts('load')[0]?.name).toBe('loadavg');
  });

  it('visits a container by its process 1, and leaves out one that is not there', () => {
    const containers = [
      { name: 'app', id: '' },
      { name: 'gone', id: 'ffffffffffffffffffffffff' },
    ];
    const names = runScript(shell, scriptText(task({ containers }))).map(({ name }) => name);
    expect(names.filter((name) => name.endsWith(':app'))).toHaveLength(5);
    expect(names.filter((name) => name.endsWith(':gone'))).toEqual([]);
  });

  it('reads chosen files inside of the root only, and no more than was asked for', () => {
    const files = ["/it's", '/etc/large', '/etc/absolute', '/climbs', '/loop', '/pipe', '/etc', '/none'];
    const text = inFolder(scriptText(task({ containers: [{ name: 'app', id: '' }], files })));
    const answers = runScript(shell, text)
      .filter(({ name }) => name.startsWith('file:'))
      .map(({ bytes }) => bytes.toString().replace(/^ok .*\n/, 'ok\n'));
    expect(answers.map((answer) => answer.slice(0, 30))).toEqual([
      'ok\nquoted\n',
      `ok\n${'x'.repeat(27)}`,
      `ok\n${'x'.repeat(27)}`,
      'no there is no such file\n',
      'no its links lead in a circle\n',
      'no it is no regular file\n',
      'no it is a folder\n',
      'no there is no such file\n',
    ]);
    expect(answers[1]?.length).toBeLessThanOrEqual(1000 + 300);
  });

  it('ends a section that hangs, and goes on', () => {
    const hung = scriptText(task())
      .replace('load() {', 'load() { echo before; sleep 100; return;')
      .replace("section 'load' 3 ", "section 'load' 0.3 ");
    const sections = runScript(shell, hung);
    const load = sections.find(({ name }) => name === 'load');
    expect(load?.isLate).toBe(true);
    expect(load?.bytes.toString()).toBe('before\n');
    expect(sections.at(-1)?.name).toBe('dns');
  });

  it('says of each lookup without an answer that there was none, and asks no more after three', () => {
    const silent = scriptText(task({ lookups: ['a', 'b', 'c'] }))
      .replace('command -v nslookup', 'true')
      .replace('nslookup "$1"', 'sleep 100')
      .replace('sleep 3 >', 'sleep 0.1 >');
    const section = runScript(shell, silent).find(({ name }) => name === 'dns');
    expect(section?.isLate).toBe(false);
    const answers = readParts(section?.bytes ?? Buffer.alloc(0), NONCE).filter(
      ({ name }) => !name.startsWith('took'),
    );
    const none = 'no answer within 3 s';
    expect(answers.map(({ text }) => text.trim())).toEqual([
      none,
      none,
      none,
      'not asked, as three lookups had no answer',
    ]);
  });

  it('leaves no process behind', () => {
    const marked = scriptText(task()).replace("section 'load' 3 ", "section 'load' 4242 ");
    runScript(shell, marked);
    const left = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout;
    expect(left).not.toContain('sleep 4242');
  });
});

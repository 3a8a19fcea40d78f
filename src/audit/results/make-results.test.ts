import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { aFailedRow, aRunRow, aRunSummary } from '../../../test/builders/a-run-row.ts';
import { anIo, type FakeIoOptions } from '../../../test/builders/an-io.ts';
import type { ApiRequest } from '../../cluster/cluster.ts';
import type { Io } from '../../io.ts';
import type { RunRow } from '../rows/run-row.ts';
import { NO_EXPECTATION, parseExpected } from './fold/expectation.ts';
import { parseMask } from './fold/mask.ts';
import { makeResults } from './make-results.ts';
import type { ResultsOptions } from './results-options.ts';

const OPTIONS: ResultsOptions = {
  format: { kind: 'fold', groupBy: undefined },
  masks: [],
  expectation: NO_EXPECTATION,
  hasAllContainers: false,
  outputFolder: undefined,
  report: undefined,
  isQuiet: false,
};

async function show(
  rows: readonly RunRow[],
  options: Partial<ResultsOptions> = {},
  ioOptions: FakeIoOptions & Partial<Pick<Io, 'workingDirectory' | 'calledAs'>> = {},
) {
  const fake = anIo(ioOptions);
  const { workingDirectory = '/home/user', calledAs } = ioOptions;
  const io = { ...fake.io, workingDirectory, ...(calledAs && { calledAs }) };
  const results = await makeResults(io, { ...OPTIONS, ...options });
  const summary = aRunSummary({ total: rows.length });
  results.begin(summary);
  for (const row of rows) await results.accept(row);
  const verdict = await results.finish(summary);
  await results.close();
  return { ...verdict, stdout: fake.stdoutText(), stderr: fake.stderrText() };
}

const web = (index: number, output = 'usual\n', fields = {}) =>
  aRunRow({ pod: `web-${index}`, output, ...fields });

/** The values of a ConfigMap that a request writes. */
const contentsOf = (request: ApiRequest | undefined) =>
  request?.body as Readonly<Record<'data' | 'binaryData', Readonly<Record<string, string | null>>>>;

describe('folded results', () => {
  it('show the usual output once, then how the others differ', async () => {
    const rows = [web(1), web(2), web(3), web(4, 'odd\n'), web(5, 'usual\n', { exitCode: 1 })];
    const { stdout, stderr, unmet } = await show(rows);
    expect(stdout).toBe(`3 pods: exit code 0
  usual

1 pod differs: exit code 0: shop/web-4
  - usual
  + odd

1 pod differs: exit code 1: shop/web-5
  (the same output)
`);
    expect(stderr).toBe('5 runs: 4 passed, 1 not passed; 12s\n');
    expect(unmet).toBe(1);
  });

  it('say which pattern was given up, and why', async () => {
    const evil = `${'a'.repeat(48)}!\n`;
    const masks = [parseMask('^(\\w+\\s?)*$'), parseMask('\\d+')];
    const { stdout, stderr, unmet } = await show([web(1, evil), web(2, evil), web(3, '17\n')], { masks });
    expect(stdout).toContain(`2 pods: exit code 0: shop/web-1, shop/web-2\n  ${evil}`);
    expect(stderr).toContain(
      'Warning: --mask=^(\\w+\\s?)*$ was given up, and outputs are compared without it: it took more than 1 s for one output\n',
    );
    expect(stderr).not.toContain('--mask=\\d+');
    expect(unmet).toBe(0);
  });

  it('let the event loop run between two outputs', async () => {
    let turns = 0;
    let next: NodeJS.Immediate;
    const turn = (): void => {
      turns += 1;
      next = setImmediate(turn);
    };
    next = setImmediate(turn);
    const first = aRunRow({ pod: 'web-0' });
    await show([first, ...Array.from({ length: 400 }, (_, index) => web(index, `${index}\n`))]);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(300);
  });

  it('compare masked outputs', async () => {
    const { stdout } = await show(
      [1, 2, 3].map((index) => web(index, `I am web-${index}\n${index === 3 ? 'odd\n' : ''}`)),
    );
    expect(stdout).toBe(`2 pods: exit code 0: shop/web-1, shop/web-2
  I am <pod>

1 pod differs: exit code 0: shop/web-3
    I am <pod>
  + odd
`);
  });

  it('do not compare names if the commands ended differently', async () => {
    const { stdout } = await show([web(1, 'I am web-1\n'), web(2, 'I am web-2\n', { exitCode: 1 })]);
    expect(stdout).toContain('1 pod differs: exit code 1: shop/web-2\n  (the same output)\n');
  });

  it('name the pods that could not be audited, and why', async () => {
    const hint = { kind: 'image-not-found', message: 'no image', hint: 'see the registry' };
    const { stdout, unmet } = await show([
      aFailedRow({ pod: 'a', reason: hint }),
      aFailedRow({
        pod: 'b',
        outcome: 'skipped',
        reason: { kind: 'pod-static', message: 'a static pod', hint: '' },
      }),
    ]);
    expect(stdout).toBe(`1 pod not audited: not-started (image-not-found): shop/a
  no image
  hint: see the registry

1 pod skipped (pod-static): shop/b
  a static pod
`);
    expect(unmet).toBe(0);
  });

  it('have the flags of the connection in hints', async () => {
    const reason = {
      kind: 'forbidden',
      message: 'no kubectl-debug check',
      hint: 'see: kubectl-debug check -n shop',
    };
    const calledAs = { programName: 'kubectl dbg', connection: ['--context=prod'], identity: [] };
    const { stdout } = await show([aFailedRow({ pod: 'a', reason })], {}, { calledAs });
    expect(stdout).toContain(
      '\n  no kubectl-debug check\n  hint: see: kubectl dbg --context=prod check -n shop\n',
    );
  });

  it.each([
    { label: 'no output', row: web(1, ''), line: '(no output)' },
    {
      label: 'cut output',
      row: web(1, 'abc', { isTruncated: true }),
      line: 'abc\n  (cut here: there is more than 3 bytes)',
    },
    {
      label: 'binary output',
      row: aRunRow({ output: Buffer.from([0xff, 0xfe, 1, 2]) }),
      line: '(binary, 4 bytes, SHA-256 ',
    },
    { label: 'what would steer a terminal', row: web(1, '\u001b[2J\u202e\n'), line: '^[[2J\\u202e\n' },
  ])('show $label', async ({ row, line }) => {
    const { stdout } = await show([row]);
    expect(stdout).toContain(`\n  ${line}`);
    expect(stdout).not.toMatch(/[\u001b\u202e\ufffd]/);
  });

  it('indent an output that looks like a headline', async () => {
    const { stdout } = await show([web(1, '97 pods: exit code 0\r\n\u202897 pods\n')]);
    expect(stdout.split('\n').filter((line) => line.startsWith('97'))).toEqual([]);
  });

  it('name twenty of many pods', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => web(index, 'x\n', { exitCode: 1 }));
    expect((await show(rows)).stdout).toMatch(/^30 pods: exit code 1: .* and 10 more\n {2}x\n$/);
  });

  it('count containers if a pod has several', async () => {
    const rows = ['app', 'proxy'].map((target) => aRunRow({ target }));
    const { stdout } = await show(rows, { hasAllContainers: true });
    expect(stdout).toMatch(
      /^2 containers in 1 pod: exit code 0: shop\/web-1 \(app\), shop\/web-1 \(proxy\)\n/,
    );
  });

  it('compare within each node, and show nodes with the same result together', async () => {
    const rows = [
      ...['n1', 'n2'].map((node) => aRunRow({ pod: `on-${node}`, node })),
      aRunRow({ pod: 'a', node: 'n3', output: 'x\n' }),
      aRunRow({ pod: 'b', node: 'n3', output: 'y\n' }),
    ];
    expect((await show(rows, { format: { kind: 'fold', groupBy: 'node' } })).stdout)
      .toBe(`2 nodes, each with the same result: n1, n2
2 pods: exit code 0: shop/on-n1, shop/on-n2
  ok

node: n3
1 pod: exit code 0: shop/a
  x

1 pod differs: exit code 0: shop/b
  - x
  + y
`);
  });

  it('say why an expectation was not met', async () => {
    const expectation = { exitCode: 0, output: parseExpected('uid=0') };
    const { stdout, unmet } = await show([web(1, 'uid=1\n')], { expectation });
    expect(stdout).toContain('1 pod: exit code 0, but "uid=0" is not in its output: shop/web-1\n  uid=1\n');
    expect(unmet).toBe(1);
  });

  it('are empty without rows', async () => {
    expect(await show([])).toMatchObject({ stdout: '', stderr: '0 runs: nothing was audited; 12s\n' });
  });
});

describe('other formats', () => {
  const rows = [web(1, 'a\nb\n'), aFailedRow({ pod: 'web-2' }), web(3, '\u202e\u0085', { exitCode: 1 })];

  it('print one JSON document', async () => {
    const { stdout } = await show(rows, { format: { kind: 'json' } });
    expect(stdout).not.toMatch(/[\u202e\u0085]/);
    expect(JSON.parse(stdout)).toMatchObject({
      rows: [
        { pod: 'web-1', verdict: 'passed', why: null },
        { pod: 'web-2', verdict: 'failed', why: null },
        { pod: 'web-3', verdict: 'unmet', why: 'exit code 1', output: '\u202e\u0085' },
      ],
      summary: { runId: 'x7k2p', passed: 1, unmet: 1, failed: 1, skipped: 0, end: 'complete', shard: null },
    });
  });

  it('print a JSON document without rows too', async () => {
    const { stdout } = await show([], { format: { kind: 'json' } });
    expect(JSON.parse(stdout)).toMatchObject({ rows: [], summary: { passed: 0 } });
  });

  it('print a line of JSON for each row', async () => {
    const { stdout } = await show(rows, { format: { kind: 'jsonl' } });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { pod: 'web-1' },
      { pod: 'web-2' },
      { pod: 'web-3' },
    ]);
  });

  it('print each row as it ends', async () => {
    const fake = anIo();
    const results = await makeResults(fake.io, { ...OPTIONS, format: { kind: 'jsonl' } });
    await results.accept(aRunRow());
    expect(fake.stdoutText()).toMatch(/^\{.*\}\n$/);
  });

  it('print the name of the pod before each line', async () => {
    const { stdout } = await show(rows, { format: { kind: 'prefix' } });
    expect(stdout).toBe(`[shop/web-1] a
[shop/web-1] b
[shop/web-2] not-started (image-not-found): the image "nope" does not exist
[shop/web-3] \\u202e\\u0085
[shop/web-3] exit code 1
`);
  });

  it('print the target in the prefix if a pod has several rows', async () => {
    const { stdout } = await show([web(1)], { format: { kind: 'prefix' }, hasAllContainers: true });
    expect(stdout).toBe('[shop/web-1/app] usual\n');
  });

  it('print JUnit', async () => {
    const { stdout } = await show([...rows, aFailedRow({ pod: '<&"\n', outcome: 'skipped' })], {
      format: { kind: 'junit' },
    });
    expect(stdout).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="kubectl-debug audit" time="12.000" tests="4" failures="1" errors="1" skipped="1">
  <testsuite name="cat /etc/hostname" id="x7k2p" timestamp="2025-03-01T13:00:00.000Z" time="12.000" tests="4" failures="1" errors="1" skipped="1">
    <testcase classname="shop" name="shop/web-1" time="2.000"><system-out>a
b
</system-out></testcase>
    <testcase classname="shop" name="shop/web-2" time="0"><error message="not-started (image-not-found)" type="not-started">the image &quot;nope&quot; does not exist</error></testcase>
    <testcase classname="shop" name="shop/web-3" time="2.000"><failure message="exit code 1" type="exited"></failure><system-out>\\u202e\\u0085</system-out></testcase>
    <testcase classname="shop" name="shop/&lt;&amp;&quot;&#10;" time="0"><skipped message="skipped (image-not-found)" type="skipped">the image &quot;nope&quot; does not exist</skipped></testcase>
  </testsuite>
</testsuites>
`);
  });
});

describe('--output-dir', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'results-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

  it('writes outputs byte for byte, for their owner alone', async () => {
    const outputFolder = path.join(folder, 'new', 'out');
    const bytes = Buffer.from([0, 0xff, 0x1b, 0x0a]);
    await show([aRunRow({ output: bytes }), web(2, ''), aFailedRow({ pod: 'failed' })], { outputFolder });
    expect(readdirSync(outputFolder).toSorted()).toEqual(['shop_web-1.out', 'shop_web-2.out']);
    const file = path.join(outputFolder, 'shop_web-1.out');
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect([modeOf(file), modeOf(outputFolder)]).toEqual(['600', '700']);
  });

  it('never writes outside the folder, whatever the names of pods and the links in the folder', async () => {
    const outputFolder = path.join(folder, 'out');
    const victim = path.join(folder, 'victim');
    writeFileSync(victim, 'untouched');
    await show([web(1, 'first\n')], { outputFolder });
    rmSync(path.join(outputFolder, 'shop_web-1.out'));
    for (const name of ['shop_web-1.out', 'shop_web-1.out.draft'])
      symlinkSync(victim, path.join(outputFolder, name));
    await show([web(1, 'second\n'), web(2, 'x', { pod: '../../victim' })], { outputFolder });
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    expect(readdirSync(folder).toSorted()).toEqual(['out', 'victim']);
    expect(readFileSync(path.join(outputFolder, 'shop_web-1.out'), 'utf8')).toBe('second\n');
  });

  it('is refused before anything runs if the folder cannot be written to', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    await expect(
      makeResults(anIo().io, { ...OPTIONS, outputFolder: path.join(file, 'out') }),
    ).rejects.toMatchObject({
      kind: 'output-failed',
    });
  });
});

describe('--report', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'results-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is refused before anything runs if the file cannot be written', async () => {
    const report = { kind: 'file', file: path.join(folder, 'none', 'r.html'), groupBy: undefined } as const;
    await expect(makeResults(anIo().io, { ...OPTIONS, report })).rejects.toMatchObject({
      kind: 'output-failed',
    });
  });

  it('keeps an older report when the audit fails', async () => {
    const file = path.join(folder, 'r.html');
    writeFileSync(file, 'older');
    const results = await makeResults(anIo().io, {
      ...OPTIONS,
      report: { kind: 'file', file, groupBy: undefined },
    });
    await results.accept(aRunRow());
    await results.close();
    expect(readFileSync(file, 'utf8')).toBe('older');
    expect(readdirSync(folder)).toEqual(['r.html']);
  });

  it.each(['in the working directory', 'elsewhere'])(
    'says what was written %s, and nothing with -q',
    async (where) => {
      const [file, outputFolder] = [path.join(folder, 'r.html'), path.join(folder, 'out')];
      const options = { report: { kind: 'file' as const, file, groupBy: undefined }, outputFolder };
      const isHere = where !== 'elsewhere';
      const ioOptions = { workingDirectory: isHere ? folder : path.join(folder, 'other') };
      const { stderr } = await show([web(1), web(2), aFailedRow()], options, ioOptions);
      expect(stderr.split('\n').slice(-4, -2)).toEqual([
        `2 outputs written to ${isHere ? 'out' : outputFolder}`,
        `report written to ${isHere ? 'r.html' : file}`,
      ]);
      expect((await show([web(1)], { ...options, isQuiet: true }, ioOptions)).stderr).toBe('');
    },
  );

  it('goes to a ConfigMap with the summary and the result', async () => {
    const { cluster, requests } = aCluster({
      json: () => ({ metadata: { labels: { 'kubectl-debug/report': 'audit' } } }),
    });
    const map = { namespace: 'audits', name: 'nightly' };
    const options = { cluster, report: { kind: 'configmap' as const, map, groupBy: undefined } };
    const { stderr } = await show([web(1), web(2), aFailedRow()], options);
    expect(stderr).toContain('report written to configmap audits/nightly\n');
    const written = contentsOf(requests.at(-1));
    expect(JSON.parse(written.data['summary.json'] ?? '')).toMatchObject({ passed: 2, failed: 1 });
    expect(written.data['result.txt']).toMatch(/^2 pods: exit code 0/);
    const page = gunzipSync(Buffer.from(written.binaryData['report.html.gz'] ?? '', 'base64')).toString();
    expect(page).toMatch(/^<!doctype html>/);
  });

  it('needs a cluster for a ConfigMap', async () => {
    const report = {
      kind: 'configmap',
      map: { namespace: undefined, name: 'x' },
      groupBy: undefined,
    } as const;
    await expect(makeResults(anIo().io, { ...OPTIONS, report })).rejects.toMatchObject({ kind: 'usage' });
  });

  it('works with any format', async () => {
    const file = path.join(folder, 'r.html');
    const { stdout } = await show([aRunRow()], {
      format: { kind: 'jsonl' },
      report: { kind: 'file', file, groupBy: undefined },
    });
    expect(stdout).toMatch(/^\{.*\}\n$/);
    expect(readFileSync(file, 'utf8')).toContain('1 pod: exit code 0');
  });
});

describe('notes', () => {
  it('are printed once on stderr, with the pods that they are about', async () => {
    const restarted = (index: number) =>
      web(index, 'x\n', {
        notes: [`the target of web-${index} restarted`, ...(index === 3 ? ['web-3 is odd'] : [])],
      });
    const { stderr, stdout } = await show([1, 2, 3, 4, 5, 6, 7].map(restarted), {
      format: { kind: 'jsonl' },
    });
    expect(stderr)
      .toBe(`7 runs (shop/web-1, shop/web-2, shop/web-3, shop/web-4, shop/web-5 and 2 more): the target of <pod> restarted
shop/web-3: web-3 is odd
7 runs: 7 passed; 12s
`);
    expect(stdout).toContain('"notes":["the target of web-1 restarted"]');
  });

  it('are left out when quiet', async () => {
    expect((await show([aRunRow({ notes: ['x'] })], { isQuiet: true })).stderr).toBe('');
  });
});

describe('progress', () => {
  it('is a line every ten seconds if stderr is not a terminal, and none if nothing changed', async () => {
    const fake = anIo();
    const results = await makeResults(fake.io, { ...OPTIONS, format: { kind: 'jsonl' } });
    results.begin(aRunSummary({ total: 2 }));
    results.progress(2);
    await fake.advance(10_000);
    await fake.advance(10_000);
    await results.accept(aRunRow());
    results.progress(1);
    await fake.advance(10_000);
    await results.accept(aRunRow());
    await results.finish(aRunSummary());
    await fake.advance(60_000);
    expect(fake.stderrText()).toBe(`0 of 2 done, 2 running
1 of 2 done, 1 running, 3/min, 20s left
2 runs: 2 passed; 12s
`);
  });

  it('says nothing when quiet', async () => {
    expect((await show([aRunRow()], { isQuiet: true })).stderr).toBe('');
  });
});

import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aFailedRow, aRunRow } from '../../../../test/builders/a-run-row.ts';
import { aReport } from '../../../../test/builders/a-report.ts';

const web = (index: number, fields: Parameters<typeof aRunRow>[0] = {}) =>
  aRunRow({ pod: `web-${index}`, ...fields });

/** The text of the elements of a kind. */
function elements(html: string, name: string): readonly string[] {
  return Array.from(
    html.matchAll(new RegExp(`<${name}[^>]*>([^]*?)</${name}>`, 'g')),
    ([, text = '']) => text,
  );
}

describe('the report', () => {
  it('shows the command, the result, and each group of outputs', async () => {
    const rows = [
      web(1),
      web(2),
      web(3),
      web(4, { output: 'odd\n' }),
      web(5, { exitCode: 3 }),
      aFailedRow({ pod: 'web-6' }),
    ];
    const { html } = await aReport(rows, { summary: { command: ['sh', '-c', 'a "b"'] } });
    expect(elements(html, 'h1')).toEqual(['<code>sh -c &#39;a &quot;b&quot;&#39;</code>']);
    expect(elements(html, 'h4')).toEqual([
      '3 pods: exit code 0',
      '1 pod: exit code 0',
      '1 pod: exit code 3',
      '1 pod: not-started (image-not-found)',
    ]);
    expect(html).toContain('3 different answers: 3 runs gave the usual one, 2 another.');
    expect(html.match(/class="role[^<]*/g)).toEqual([
      'class="role">usual',
      'class="role differs">differs',
      'class="role differs">differs',
    ]);
    expect(html).toContain('<span class="added">+ odd\n</span>');
  });

  it('has the flags of the connection in hints', async () => {
    const calledAs = { programName: 'kubectl dbg', connection: ['--context=prod'], identity: [] };
    const reason = { kind: 'forbidden', message: 'no', hint: 'see: kubectl-debug check -n shop' };
    const { html } = await aReport([aFailedRow({ pod: 'a', reason })], { calledAs });
    expect(html).toContain('hint: see: kubectl dbg --context=prod check -n shop');
  });

  it('is readable for its owner only, and leaves no draft', async () => {
    const { file } = await aReport([web(1)]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(path.dirname(file))).toEqual(['report.html']);
  });

  it('allows only its own style and script, and loads nothing', async () => {
    const { html } = await aReport([web(1)]);
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    const [style = ''] = elements(html, 'style');
    const scripts = elements(html, 'script');
    expect(scripts).toHaveLength(2);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash(style)}';`);
    expect(policy).toContain(`script-src 'sha256-${hash(scripts[1] ?? '')}';`);
    expect(html).not.toMatch(/\s(?:style|on\w+|src)=|https?:/);
  });

  it('never turns text from a pod or the cluster into markup', async () => {
    const tags = (html: string) => Array.from(html.matchAll(/<[!/a-z][^\s>]*/gi), ([tag]) => tag);
    const nasty = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '/',
        '!',
        '-',
        '</script>',
        '<script>',
        ']]>',
        'x',
        '\n',
        '\0',
        '\u2028',
      ),
      minLength: 1,
    });
    const make = (text: string) => [
      aRunRow({
        pod: `p${text}`,
        namespace: `n${text}`,
        node: `m${text}`,
        target: `t${text}`,
        owner: { kind: `k${text}`, name: text },
      }),
      aRunRow({ pod: `q${text}`, output: text, notes: [text] }),
      aFailedRow({ pod: `r${text}`, reason: { kind: `z${text}`, message: text, hint: text } }),
    ];
    const options = (text: string) => ({
      summary: { command: [text], image: text, runId: text },
      groupBy: 'node' as const,
    });
    const plain = tags((await aReport(make('x'), options('x'))).html);
    await fc.assert(
      fc.asyncProperty(nasty, async (text) => {
        const { html } = await aReport(make(text), options(text));
        expect(tags(html).filter((tag) => !/^<\/?span$/.test(tag))).toEqual(
          plain.filter((tag) => !/^<\/?span$/.test(tag)),
        );
        const data: unknown = JSON.parse(elements(html, 'script')[0] ?? '');
        expect(data).toMatchObject({ rows: [{}, {}, {}] });
      }),
      { numRuns: 20 },
    );
  });

  it('says when the audit is not complete', async () => {
    const { html } = await aReport([], { summary: { end: 'canary' } });
    expect(html).toContain('the first debug container did not start');
    expect(html).toContain('Nothing was audited.');
  });

  it('shows sections with the same result together', async () => {
    const rows = ['n1', 'n2', 'n3'].map((node) =>
      aRunRow({ pod: `on-${node}`, node, output: node === 'n3' ? 'odd\n' : 'ok\n' }),
    );
    const { html } = await aReport(rows, { groupBy: 'node' });
    expect(elements(html, 'h3')).toEqual(
      expect.arrayContaining(['2 nodes, each with the same result', 'node n3']),
    );
  });

  it('cuts long outputs and long lists, and says so', async () => {
    const rows = [
      ...Array.from({ length: 600 }, (_, index) => web(index, { exitCode: 1 })),
      web(700, { output: `${'x'.repeat(50_000)}\n` }),
    ];
    const { html } = await aReport(rows);
    expect(html).toContain('and 100 more in the table of all runs');
    expect(html).toContain('(cut here in this report');
    expect(html.length).toBeLessThan(300_000);
  });

  it('only counts the groups after the first three hundred', async () => {
    const rows = Array.from({ length: 310 }, (_, index) => web(index, { output: `${index}\n` }));
    const { html } = await aReport(rows);
    expect(elements(html, 'h4')).toHaveLength(300);
    expect(html).toContain('10 more groups are in the table of all runs only');
  });
});

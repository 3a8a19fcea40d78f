import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aMarkdownReport } from '../../../../test/builders/a-report.ts';
import { aFailedRow, aRunRow } from '../../../../test/builders/a-run-row.ts';
import { codeBlock, inlineText } from './markdown-text.ts';

const web = (index: number, fields: Parameters<typeof aRunRow>[0] = {}) =>
  aRunRow({ pod: `web-${index}`, ...fields });

describe('the report in Markdown', () => {
  it('shows the result, folds the usual answer, and opens what differs and what failed', async () => {
    const rows = [
      web(1),
      web(2),
      web(3, { output: 'odd\nok\n' }),
      aFailedRow({ pod: 'web-4', reason: { kind: 'forbidden', message: 'no', hint: 'kubectl-debug check' } }),
    ];
    expect(await aMarkdownReport(rows, { summary: { command: ['cat', '/x'] } })).toBe(
      `### Audit: <code>cat /x</code>

**4 runs: 3 passed, 1 not audited; 12s**

| Not passed | Not audited | Skipped | Passed |
| ---: | ---: | ---: | ---: |
| 0 | 1 | 0 | 3 |

Image: <code>busybox</code>, Started: <code>2025-03-01 13&#58;00&#58;00 UTC</code>, Run: <code>x7k2p</code>

<details>
<summary><b>Passed: 2 pods</b>: exit code 0</summary>

<code>shop/web-1</code>, <code>shop/web-2</code>

\`\`\`
ok
\`\`\`

</details>

<details open>
<summary><b>Passed: 1 pod differs</b>: exit code 0</summary>

<code>shop/web-3</code>

\`\`\`diff
+ odd
  ok
\`\`\`

</details>

<details open>
<summary><b>Not audited: 1 pod</b>: not-started &#40;forbidden&#41;</summary>

<code>shop/web-4</code>

\`\`\`
no
\`\`\`

hint: <code>kubectl-debug check</code>

</details>

`,
    );
  });

  it.each([
    [{ end: 'canary' }, 'Not complete.** This audit was stopped&#58;'],
    [{ reason: 'INC-7' }, 'Reason: <code>INC-7</code>'],
    [{ command: [] }, '### Audit: <code>Joined results</code>'],
  ] as const)('says what else is known of the audit: %o', async (summary, expected) => {
    expect(await aMarkdownReport([web(1)], { summary })).toContain(expected);
  });

  it.each([
    ['nothing', web(1, { output: '' }), '&#40;no output&#41;'],
    ['bytes', web(1, { output: Buffer.from([0, 255]) }), '&#40;binary, 2 bytes, SHA-256 '],
    [
      'more than is kept',
      web(1, { isTruncated: true }),
      '&#40;cut here&#58; there is more than 3 bytes&#41;',
    ],
    [
      'a long text',
      web(1, { output: 'x'.repeat(5000) }),
      '(cut here in this report: 5,000 characters in all)',
    ],
  ])('says that a pod printed %s', async (_, row, expected) => {
    expect(await aMarkdownReport([row])).toContain(expected);
  });

  it('has a part for each namespace', async () => {
    const rows = [web(1), web(2), web(3, { namespace: 'team', output: 'other\n' })];
    const text = await aMarkdownReport(rows, { groupBy: 'namespace' });
    expect(text.match(/^#### .*$/gm)).toEqual([
      '#### namespace: <code>shop</code>',
      '#### namespace: <code>team</code>',
    ]);
  });

  it('names some of many pods', async () => {
    const text = await aMarkdownReport(Array.from({ length: 1234 }, (_, index) => web(index)));
    expect(text).toMatch(/<\/code> and 1,214 more\n/);
    expect(text.length).toBeLessThan(2000);
  });

  it('fits into 1 MiB, and counts what does not', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => web(index, { output: `${index} é`.repeat(900) }));
    const text = await aMarkdownReport(rows);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    const shown = text.match(/<details/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(100);
    expect(text).toMatch(
      new RegExp(`\\*\\*${400 - shown} more parts\\*\\* of this report would not fit into 1 MiB.\n$`),
    );
  });
});

const MARKS = Array.from('~<>&"\'|[](){}*_#+-.!\\:@/w\r\t\u001b\u202e é😀1 ');
const anyText = fc
  .array(fc.constantFrom(...MARKS, '\n', '\n', '`', '```', '</code>', 'https://a.b'))
  .map((parts) => parts.join(''));

describe('text from elsewhere', () => {
  it('stays one line of code, whatever it has', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(inlineText(text)).toMatch(/^<code>(?:[\p{L}\p{N}\p{So} ,\-/=]|&#\d+;)*<\/code>$/u);
      }),
    );
  });

  it('never ends its block of code', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const [fence = '', ...lines] = codeBlock(text).trimEnd().split('\n');
        expect(fence).toMatch(/^`{3,}$/);
        expect(lines.findIndex((line) => line.trim().startsWith(fence))).toBe(lines.length - 1);
        expect(lines.join('')).not.toMatch(/[\u001b\r\u202e]/);
      }),
    );
  });
});

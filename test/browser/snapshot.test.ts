import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Found } from '../../src/snapshot/evidence.ts';
import { keepForPage, snapshotPage } from '../../src/snapshot/page/snapshot-page.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
// What runs in the page is text here: the tests themselves know no DOM.
const LOW_CONTRASTS = readFileSync('test/browser/low-contrasts.js', 'utf8');
const HOSTILE = `</pre></td></script><script>document.title = 'owned'</script><img src="http://127.0.0.1:9/" onerror="document.title = 'owned'">
<style>* { display: none }</style><a href="javascript:document.title='owned'">x</a>`;

let browser: Browser;
beforeAll(async () => {
  if (!existsSync(CHROMIUM))
    throw new Error('no Chromium: apt-get install chromium, or name one in $CHROMIUM');
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
});
afterAll(() => browser.close());

const AT = new Date('2026-11-22T20:15:30Z');
const HEAD = {
  namespace: 'shop',
  pod: HOSTILE,
  uid: 'u-1',
  node: HOSTILE,
  server: 'https://k.example',
  startedAt: AT,
  finishedAt: new Date(AT.getTime() + 1500),
  version: '0',
  debugContainer: undefined,
};
const found = (name: Found['name'], piece: Found['piece']): Found => ({
  name,
  durationMs: 1,
  ...keepForPage(piece),
});
const textPiece = (file: string, text: string, kind: 'text' | 'tail' = 'text') =>
  ({ kind: 'file', path: file, bytes: Buffer.from(text), view: { kind } }) as const;
const FOUND: readonly Found[] = [
  found('explanation', textPiece('explanation.txt', HOSTILE)),
  found('logs', textPiece('logs/a "b".log', `first\n${'x\n'.repeat(40_000)}${HOSTILE}\nlast`, 'tail')),
  found('processes', {
    kind: 'file',
    path: 'processes.txt',
    bytes: Buffer.from('t'),
    view: {
      kind: 'table',
      header: ['PID', 'COMMAND'],
      rows: Array.from({ length: 600 }, (_, index) => [`${index}`, HOSTILE]),
    },
    cut: HOSTILE,
  }),
  found('dns', { kind: 'missing', path: 'dns.txt', why: HOSTILE }),
];

async function openPage(colorScheme: 'light' | 'dark' = 'light', html = snapshotPage(HEAD, FOUND)) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kubectl-debug-page-'));
  const file = path.join(folder, 'index.html');
  writeFileSync(file, html);
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } });
  onTestFinished(async () => {
    await page.close();
    rmSync(folder, { recursive: true });
  });
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) complaints.push(`request ${request.url()}`);
  });
  page.on('console', (message) => complaints.push(`console ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error ${error.message}`));
  await page.goto(`file://${file}`);
  return { page, complaints };
}

describe('the page of a snapshot in a browser', () => {
  it('runs nothing, loads nothing and shows what hostile evidence holds', async () => {
    const { page, complaints } = await openPage();
    expect(await page.title()).toMatch(/^Snapshot: shop/);
    expect(await page.locator('img, script, pre style, a[href^="javascript"]').count()).toBe(0);
    expect(await page.locator('pre', { hasText: "<script>document.title = 'owned'</script>" }).count()).toBe(
      2,
    );
    expect(await page.locator('#missing ~ ul li').textContent()).toContain('<script>');
    expect(complaints).toEqual([]);
  });

  it('shows the end of a long log, and as many rows of a table as anybody reads', async () => {
    const { page } = await openPage();
    const log = await page.locator('section[aria-labelledby=logs] pre').textContent();
    expect(log).toMatch(/last$/);
    expect(log).not.toContain('first');
    expect(await page.locator('section[aria-labelledby=processes] tbody tr').count()).toBe(500);
    const href = await page.locator('section[aria-labelledby=logs] h3 a').getAttribute('href');
    expect(href).toBe('logs/a%20%22b%22.log');
  });

  it('runs no script that got into it', async () => {
    const intruder = `<script>document.title = 'owned'</script>`;
    const { page } = await openPage(
      'light',
      snapshotPage(HEAD, FOUND).replace('<main>', `<main>${intruder}`),
    );
    expect(await page.title()).not.toBe('owned');
  });

  it.each(['light', 'dark'] as const)('can be read in a %s theme', async (theme) => {
    const { page } = await openPage(theme);
    expect(await page.evaluate(LOW_CONTRASTS)).toEqual([]);
  });
});

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aFailedRow, aRunRow } from '../builders/a-run-row.ts';
import { aReport } from '../builders/a-report.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

// What runs in the page is text here: the tests themselves know no DOM.
const LOW_CONTRASTS = readFileSync('test/browser/low-contrasts.js', 'utf8');

const HOSTILE = `</pre></script><script>document.title = 'owned'</script><img src="http://127.0.0.1:9/" onerror="document.title = 'owned'">
<style>* { display: none }</style><iframe srcdoc="<script>parent.document.title='owned'</script>"></iframe>`;

function* someRows(count: number) {
  for (let index = 0; index < count; index += 1) {
    const common = {
      pod: `web-${index}`,
      namespace: ['shop', 'billing'][index % 2] ?? '',
      node: `node-${index % 5}`,
    };
    if (index % 100 === 7) yield aFailedRow(common);
    else if (index % 100 === 8) yield aRunRow({ ...common, exitCode: 1, output: HOSTILE });
    else if (index % 100 === 9) yield aFailedRow({ ...common, outcome: 'skipped' });
    else
      yield aRunRow({
        ...common,
        output: `I am web-${index}\n`,
        finishedAt: new Date(Date.UTC(2025, 2, 1, 13, 0, index % 30)),
      });
  }
}

let browser: Browser;
beforeAll(async () => {
  if (!existsSync(CHROMIUM))
    throw new Error('no Chromium: apt-get install chromium, or name one in $CHROMIUM');
  // Its sandbox cannot be had as root, and it opens nothing but files of ours.
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
});
afterAll(() => browser.close());

/** Opens a report, and collects what must never be: requests, errors, dialogs. */
async function openReport(count: number, colorScheme: 'light' | 'dark' = 'light') {
  const { file } = await aReport(someRows(count), { summary: { command: ['cat', HOSTILE] } });
  const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } });
  onTestFinished(() => page.close());
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (request.url() !== `file://${file}`) complaints.push(`request ${request.url()}`);
  });
  page.on('console', (message) => complaints.push(`console ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error ${error.message}`));
  page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
  await page.goto(`file://${file}`);
  return { page, file, complaints };
}

const countOf = (page: Page) => page.locator('#count').textContent();
const pods = (page: Page) => page.locator('#runs tbody tr td:nth-child(2)').allTextContents();

describe('the report in a browser', () => {
  it('runs nothing, loads nothing and shows everything that hostile output holds', async () => {
    const { page, complaints } = await openReport(200);
    expect(await page.title()).toMatch(/^Audit: cat /);
    expect(await page.locator('pre', { hasText: "<script>document.title = 'owned'</script>" }).count()).toBe(
      1,
    );
    expect(await page.locator('img, iframe, pre script, pre style').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('runs no script that is not its own, even one that got into the page', async () => {
    const { file, html } = await aReport(someRows(1));
    const intruder = `<script>document.title = 'owned'</script><b id="intruder" onclick="document.title = 'owned'">x</b>`;
    writeFileSync(file, html.replace('<main>', `<main>${intruder}`));
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`file://${file}`);
    await page.locator('#intruder').click();
    expect(await page.title()).not.toBe('owned');
    expect(await countOf(page)).toBe('1 of 1 runs');
  });

  it('filters by result', async () => {
    const { page } = await openReport(300);
    expect(await countOf(page)).toBe('300 of 300 runs');
    await page.getByRole('button', { name: 'Not audited 3' }).click();
    expect(await countOf(page)).toBe('3 of 300 runs');
    expect(await pods(page)).toEqual(['billing/web-7', 'billing/web-107', 'billing/web-207']);
    expect(await page.getByRole('button', { name: 'Not audited 3' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.getByRole('button', { name: 'All', exact: true }).click();
    expect(await countOf(page)).toBe('300 of 300 runs');
  });

  it('searches all of a row, for each word', async () => {
    const { page } = await openReport(300);
    await page.getByRole('searchbox').fill('node-2 image-not-found');
    await expect.poll(() => countOf(page)).toBe('3 of 300 runs');
    await page.getByRole('searchbox').fill('no such thing');
    await expect.poll(() => countOf(page)).toBe('0 of 300 runs');
  });

  it('shows the runs of one group', async () => {
    const { page } = await openReport(300);
    const group = page.locator('article', { hasText: '3 pods: exit code 1' });
    await group.getByRole('button', { name: 'Show these runs' }).click();
    expect(await countOf(page)).toBe('3 of 300 runs');
    await page.getByRole('button', { name: /^Group \d/ }).click();
    expect(await countOf(page)).toBe('300 of 300 runs');
  });

  it('sorts by a column, and back', async () => {
    const { page } = await openReport(300);
    const took = page.getByRole('button', { name: 'Took' });
    const seconds = async () =>
      (await page.locator('#runs tbody tr td:nth-child(7)').allTextContents()).slice(0, 8);
    await took.click();
    // The API's times tell no less than a second.
    expect(new Set(await seconds())).toEqual(new Set(['1s']));
    await took.click();
    expect((await seconds())[0]).toBe('29s');
    expect(await page.locator('th[aria-sort=descending]').textContent()).toContain('Took');
  });

  it('holds ten thousand runs in a small page that shows a piece of them at a time', async () => {
    const { page, file } = await openReport(10_000);
    expect(statSync(file).size).toBeLessThan(15_000_000);
    expect(await countOf(page)).toBe('10,000 of 10,000 runs');
    expect(await page.locator('#runs tbody tr').count()).toBe(200);
    await page.getByRole('button', { name: 'Show more' }).click();
    expect(await page.locator('#runs tbody tr').count()).toBe(1200);
    await page.getByRole('searchbox').fill('web-9999');
    await expect.poll(() => pods(page)).toEqual(['billing/web-9999']);
  });

  it.each(['light', 'dark'] as const)('can be read when it is %s', async (colorScheme) => {
    const { page } = await openReport(200, colorScheme);
    expect(await page.evaluate(LOW_CONTRASTS)).toEqual([]);
    await page.getByRole('button', { name: colorScheme === 'light' ? 'Dark' : 'Light' }).click();
    expect(await page.evaluate(LOW_CONTRASTS)).toEqual([]);
  });

  it('has a name for each drawing, field and button, and headings in order', async () => {
    const { page } = await openReport(200);
    for (const drawing of await page.locator('svg').all())
      expect(await drawing.getAttribute('aria-label')).toMatch(/\w/);
    for (const button of await page.locator('button:visible').all())
      expect(await button.textContent()).toMatch(/\w/);
    const levels = await page.evaluate<readonly number[]>(
      "Array.from(document.querySelectorAll('h1, h2, h3, h4'), ({ nodeName }) => Number(nodeName[1]))",
    );
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
  });

  it('fits a telephone without scrolling sideways', async () => {
    const { page } = await openReport(200);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('prints without its controls', async () => {
    const { page } = await openReport(200, 'dark');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator('button:visible:not(th *), input:visible').count()).toBe(0);
    expect(await page.locator('#runs th').first().textContent()).toBe('Result');
    expect(await page.locator('#runs th button').first().isVisible()).toBe(true);
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });

  it('says without scripts what the pods answered', async () => {
    const { file } = await aReport(someRows(20));
    const context = await browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`file://${file}`);
    expect(await page.locator('article').count()).toBe(4);
    expect(await page.locator('noscript').textContent()).toContain('needs scripts');
    expect(await page.locator('button:visible').count()).toBe(0);
  });
});

import { markupText } from '../../output/page/markup-text.ts';
import { pageHead } from '../../output/page/page-head.ts';
import { inOrder, type ManifestHead } from '../archive/manifest.ts';
import { EVIDENCE, type EvidenceName, type Found, type Piece } from '../evidence.ts';
import { sizeWords } from '../proc/size-words.ts';
import { SNAPSHOT_STYLE } from './page-style.ts';

/** How much of a file is on the page. */
const MAX_CHARACTERS = 40_000;
const MAX_ROWS = 500;

/** The part of a piece that the page needs, so that the rest of it need not stay in memory. */
export function keepForPage(piece: Piece): Pick<Found, 'piece' | 'size'> {
  if (piece.kind === 'missing') return { piece, size: 0 };
  const { bytes, view } = piece;
  const shown = view.kind === 'tail' ? bytes.subarray(-MAX_CHARACTERS) : bytes.subarray(0, MAX_CHARACTERS);
  const needed = view.kind === 'text' || view.kind === 'tail' ? Buffer.from(shown) : Buffer.alloc(0);
  const cutView = view.kind === 'table' ? { ...view, rows: view.rows.slice(0, MAX_ROWS) } : view;
  return { size: bytes.length, piece: { ...piece, bytes: needed, view: cutView } };
}

type ShownFile = Found & { readonly piece: Extract<Piece, { kind: 'file' }> };

/** The path as a link in the unpacked folder. */
function linkOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function pre(label: string, text: string): string {
  return `<pre tabindex="0" role="region" aria-label="${markupText(label)}">${markupText(text)}</pre>`;
}

function table({ piece: { path, view } }: ShownFile): string {
  if (view.kind !== 'table') return '';
  const head = view.header.map((cell) => `<th scope="col">${markupText(cell)}</th>`).join('');
  const rows = view.rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${markupText(cell)}</td>`).join('')}</tr>`,
  );
  return `<div class="wide" tabindex="0" role="region" aria-label="${markupText(path)}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

function body(shown: ShownFile): string {
  const { piece, size } = shown;
  const { bytes, view, path } = piece;
  const isPart = bytes.length < size;
  switch (view.kind) {
    case 'text':
      return (
        pre(path, bytes.toString().trimEnd()) + (isPart ? note('Only the beginning is shown here.') : '')
      );
    case 'tail': {
      const text = bytes.toString();
      const end = isPart ? text.slice(text.indexOf('\n') + 1) : text;
      return (isPart ? note('Only the end is shown here.') : '') + pre(path, end.trimEnd());
    }
    case 'table':
      return (
        table(shown) +
        (view.rows.length >= MAX_ROWS ? note(`Only the first ${MAX_ROWS} rows are shown here.`) : '')
      );
    case 'link':
      return '';
  }
}

function note(text: string): string {
  return `<p class="cut">${markupText(text)}</p>`;
}

function file(shown: ShownFile): string {
  const { path, cut } = shown.piece;
  const title = `<h3><a href="${markupText(linkOf(path))}">${markupText(path)}</a><span class="size">${sizeWords(shown.size)}</span></h3>`;
  return `${title}\n${cut === undefined ? '' : note(`Not whole: ${cut}.`)}${body(shown)}\n`;
}

function section(name: EvidenceName, files: readonly ShownFile[]): string {
  return `<section aria-labelledby="${name}"><h2 id="${name}">${EVIDENCE[name].title}</h2>\n${files.map(file).join('')}</section>\n`;
}

function missingList(shown: readonly Found[]): string {
  const items = shown.flatMap(({ name, piece }) =>
    piece.kind === 'file'
      ? []
      : [
          `<li>${EVIDENCE[name].title}: <code>${markupText(piece.path)}</code> – ${markupText(piece.why)}</li>`,
        ],
  );
  if (items.length === 0) return '';
  return `<section aria-labelledby="missing"><h2 id="missing">What could not be had</h2><ul class="missing">${items.join('\n')}</ul></section>\n`;
}

function timeText(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function facts(head: ManifestHead): string {
  const all: readonly (readonly [string, string])[] = [
    ['Taken', timeText(head.startedAt)],
    ['Took', `${((head.finishedAt.getTime() - head.startedAt.getTime()) / 1000).toFixed(1)} s`],
    ['Node', head.node === '' ? 'none' : head.node],
    ['Uid', head.uid],
    ['Cluster', head.server],
    ['Debug container', head.debugContainer ?? 'none'],
    ...(head.reason === undefined ? [] : [['Reason', head.reason] as const]),
  ];
  return all.map(([name, value]) => `<span>${name} <b>${markupText(value)}</b></span>`).join('\n');
}

const FOOT = `</main>
<footer>Made by kubectl-debug. The values of variables and what looks like a secret in objects and command lines are masked; logs and
chosen files are as they were. Each name links to the whole file beside this page; manifest.json lists all of them.</footer>
</div>
</body>
</html>
`;

function isFile(shown: Found): shown is ShownFile {
  return shown.piece.kind === 'file';
}

/** `index.html`: all evidence on one page that needs no script and loads nothing. */
export function snapshotPage(head: ManifestHead, shown: readonly Found[]): string {
  const title = `${head.namespace}/${head.pod}`;
  const ordered = inOrder(shown);
  const byName = new Map<EvidenceName, ShownFile[]>();
  for (const each of ordered.filter(isFile)) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const missing = missingList(ordered);
  const links = [...byName.keys()].map((name) => `<a href="#${name}">${EVIDENCE[name].title}</a>`);
  const all = missing === '' ? links : [...links, '<a href="#missing">What could not be had</a>'];
  return [
    pageHead({ title: `Snapshot: ${title}`, style: SNAPSHOT_STYLE }),
    `<div class="page"><header><p class="eyebrow">kubectl-debug snapshot</p><h1><code>${markupText(title)}</code></h1>`,
    `<p class="facts">${facts(head)}</p>\n<nav aria-label="Evidence">${all.join('\n')}</nav></header>\n<main>`,
    ...[...byName].map(([name, files]) => section(name, files)),
    missing,
    FOOT,
  ].join('\n');
}

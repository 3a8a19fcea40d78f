import { findArrows } from './find-arrows.ts';
import type { House } from './house.ts';
import { placeBoxes, stackFloors, WIDTH, type Box, type Chip, type Floor } from './lay-out.ts';
import { findTracks, pathOf, routeArrows, type Doorway } from './route-arrows.ts';
import { plural } from './plural.ts';
import type { Survey } from './survey.ts';

/** The rooms that one call of `debug` passes, in the order of the steps in docs/architecture.md. */
const WALK = ['program', 'kuberc', 'commands', 'cluster', 'target', 'plan', 'start', 'session', 'join'];

const LIGHT = {
  paper: '#fbfaf7',
  wall: '#ffffff',
  edge: '#c9c5ba',
  ink: '#24292f',
  faint: '#636c76',
  chip: '#f1efe8',
  arrow: '#8c959f',
  walk: '#0b6bcb',
  onWalk: '#ffffff',
  hall: '#eaf3fd',
};
const DARK: typeof LIGHT = {
  paper: '#12161c',
  wall: '#1b212a',
  edge: '#3a434f',
  ink: '#e6edf3',
  faint: '#9aa5b1',
  chip: '#262e39',
  arrow: '#6e7a87',
  walk: '#5cb0ff',
  onWalk: '#0d1117',
  hall: '#16283c',
};

/** Draws the rooms of the house with the imports between them, as SVG. */
export function drawPlan(house: House, survey: Survey): string {
  const boxes = placeBoxes(house, survey);
  const { routes, doorways } = routeArrows(findArrows(survey), boxes);
  const tracks = findTracks(routes, Math.max(...boxes.map(({ floor }) => floor)) + 1);
  const floors = stackFloors(
    boxes,
    tracks.map(({ length }) => length),
  );
  const height = (floors.at(-1)?.bottom ?? 0) + 68;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">`,
    '<title id="title">The rooms of the source and the imports between them</title>',
    styleSheet(),
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0.5L7 4L0 7.5Z"/></marker></defs>',
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="12"/>`,
    ...heading(survey),
    ...routes.map((route) => `<path class="arrow" d="${pathOf(route, floors, tracks)}"/>`),
    ...doorways.map((doorway) => drawDoorway(doorway, floors)),
    ...boxes.map((box) => drawBox(box, floors)),
    ...legend(height),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function styleSheet(): string {
  return `<style>
svg { ${colours(LIGHT)} font-family: -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; font-size: 12.5px; }
@media (prefers-color-scheme: dark) { svg { ${colours(DARK)} } }
text { fill: var(--ink); }
.paper { fill: var(--paper); stroke: var(--edge); }
.wall { fill: var(--wall); stroke: var(--edge); stroke-width: 1.2; }
.on-walk .wall { fill: var(--hall); stroke: var(--walk); stroke-width: 1.6; }
.apart .wall { stroke-dasharray: 5 4; }
.name { font-size: 15px; font-weight: 600; }
.title { font-size: 21px; font-weight: 600; }
.faint { fill: var(--faint); }
.chip { fill: var(--chip); }
.on-walk .chip { fill: var(--wall); }
.sub { font-size: 12px; }
.arrow { fill: none; stroke: var(--arrow); stroke-width: 1.4; marker-end: url(#tip); }
.types { stroke-dasharray: 3 3; }
.tip { fill: var(--arrow); }
.badge { fill: var(--walk); }
.number { fill: var(--on-walk); font-weight: 700; text-anchor: middle; font-size: 12px; }
.right { text-anchor: end; }
</style>`;
}

function colours(palette: typeof LIGHT): string {
  const { onWalk, ...rest } = palette;
  return Object.entries({ ...rest, 'on-walk': onWalk })
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ');
}

function heading({ files }: Survey): readonly string[] {
  return [
    '<text class="title" x="36" y="46">The house</text>',
    '<text class="faint" x="36" y="68">Each room imports only rooms below it, and a stage the types of the stage before. Inside a room, a sub-room imports only those before it.</text>',
    `<text class="faint right" x="${WIDTH - 36}" y="46">${plural(files.length, 'source file')}</text>`,
  ];
}

function drawBox(box: Box, floors: readonly Floor[]): string {
  const { top, bottom } = floors[box.floor] ?? { top: 0, bottom: 0 };
  const step = WALK.indexOf(box.room.name) + 1;
  const name = escape(box.room.name);
  const parts = [
    `<rect class="wall" width="${box.width}" height="${bottom - top}" rx="7"/>`,
    step > 0
      ? `<circle class="badge" cx="23" cy="20" r="10"/><text class="number" x="23" y="24.2">${step}</text>`
      : '',
    `<text class="name" x="${step > 0 ? 40 : 14}" y="25">${name}</text>`,
    `<text class="faint right" x="${box.width - 14}" y="24.5">${box.fileCount}</text>`,
    ...box.lines.map((line, index) => `<text x="14" y="${46 + 17 * index}">${escape(line)}</text>`),
    ...box.chips.map(drawChip),
  ];
  const classes = [step > 0 ? 'on-walk' : '', box.room.isApart === true ? 'apart' : ''].join(' ').trim();
  return `<g class="${classes}" transform="translate(${box.x} ${top})">${parts.join('')}</g>`;
}

function drawChip({ x, y, width, name, fileCount }: Chip): string {
  const [left, top, wide] = [x, y, width].map((value) => Math.round(value * 10) / 10);
  return (
    `<rect class="chip" x="${left}" y="${top}" width="${wide}" height="22" rx="4"/>` +
    `<text class="sub" x="${(left ?? 0) + 7}" y="${(top ?? 0) + 15}">${escape(name)} <tspan class="faint">${fileCount}</tspan></text>`
  );
}

function drawDoorway({ arrow, from, to }: Doorway, floors: readonly Floor[]): string {
  const { top = 0 } = floors[from.floor] ?? {};
  const [start, end] = from.x > to.x ? [from.x, to.x + to.width + 3] : [from.x + from.width, to.x - 3];
  return `<path class="arrow${arrow.isTypeOnly ? ' types' : ''}" d="M${start} ${top + 20}H${end}"/>`;
}

function legend(height: number): readonly string[] {
  const y = height - 32;
  return [
    `<circle class="badge" cx="52" cy="${y - 4}" r="10"/><text class="number" x="52" y="${y + 0.2}">1</text>`,
    `<text class="faint" x="70" y="${y}">the way of one call of debug</text>`,
    `<path class="arrow" d="M270 ${y - 4}H302"/><text class="faint" x="312" y="${y}">imports, without those that a longer way implies</text>`,
    `<path class="arrow types" d="M640 ${y - 4}H672"/><text class="faint" x="682" y="${y}">types only</text>`,
    `<g class="apart"><rect class="wall" x="780" y="${y - 13}" width="30" height="18" rx="4"/></g><text class="faint" x="820" y="${y}">not in the published program</text>`,
  ];
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

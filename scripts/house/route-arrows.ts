import type { Arrow } from './find-arrows.ts';
import { TRACK, WIDTH, type Box, type Floor } from './lay-out.ts';

/** The part of an arrow in the channel below one floor. */
interface Step {
  readonly channel: number;
  readonly fromX: number;
  readonly toX: number;
}

/** The way of an arrow down the house. */
export interface Route {
  readonly arrow: Arrow;
  readonly steps: readonly Step[];
}

/** An arrow between rooms of one floor. */
export interface Doorway {
  readonly arrow: Arrow;
  readonly from: Box;
  readonly to: Box;
}

/** Rounds the corners of arrows. */
const RADIUS = 6;

/** Splits arrows into those within a floor and those that lead down. Throws for one that leads up. */
export function routeArrows(
  arrows: readonly Arrow[],
  boxes: readonly Box[],
): { readonly routes: readonly Route[]; readonly doorways: readonly Doorway[] } {
  const ends = arrows.map((arrow) => ({
    arrow,
    from: boxNamed(boxes, arrow.from),
    to: boxNamed(boxes, arrow.to),
  }));
  const climbing = ends.find(({ from, to }) => from.floor > to.floor);
  if (climbing !== undefined) {
    const { from, to } = climbing.arrow;
    throw new Error(`scripts/house/lay-out.ts: ${from} imports ${to}, so its floor is too low`);
  }
  const down = ends.filter(({ from, to }) => from.floor < to.floor);
  const lanes = new Map<string, string[]>();
  const routes = down.map(({ arrow, from, to }) => {
    const targets = boxes.filter((box) => down.some((other) => other.from === from && other.to === box));
    targets.sort((a, b) => middleOf(a) - middleOf(b));
    const port = from.x + (from.width * (targets.indexOf(to) + 1)) / (targets.length + 1);
    return { arrow, steps: stepsDown({ boxes, lanes }, { from, to, port }) };
  });
  return { routes, doorways: ends.filter(({ from, to }) => from.floor === to.floor) };
}

function boxNamed(boxes: readonly Box[], name: string): Box {
  const box = boxes.find(({ room }) => room.name === name);
  if (box === undefined) throw new Error(`scripts/house/lay-out.ts: give ${name} a floor`);
  return box;
}

function middleOf({ x, width }: Box): number {
  return x + width / 2;
}

/** What arrows share on their way. */
interface Shafts {
  readonly boxes: readonly Box[];
  /** The targets of the arrows that pass each gap, by floor and place. */
  readonly lanes: Map<string, string[]>;
}

function stepsDown(
  shafts: Shafts,
  { from, to, port }: { readonly from: Box; readonly to: Box; readonly port: number },
): readonly Step[] {
  const steps: Step[] = [];
  let fromX = port;
  for (let channel = from.floor; channel < to.floor; channel++) {
    const toX = channel + 1 === to.floor ? middleOf(to) : passX(shafts, { floor: channel + 1, fromX, to });
    steps.push({ channel, fromX, toX });
    fromX = toX;
  }
  return steps;
}

/** Where an arrow passes a floor: through the gap with the shortest way, beside other arrows there. */
function passX(
  { boxes, lanes }: Shafts,
  { floor, fromX, to }: { readonly floor: number; readonly fromX: number; readonly to: Box },
): number {
  const here = boxes.filter((box) => box.floor === floor);
  const first = Math.min(...here.map(({ x }) => x));
  const lefts = here.map(({ x }) => (x === first ? x - 14 : x - 11));
  const gaps = [...lefts, Math.max(...here.map(({ x, width }) => x + width)) + 14];
  const detour = (x: number): number => Math.abs(x - fromX) + Math.abs(x - middleOf(to));
  const gap = gaps.reduce((best, x) => (detour(x) < detour(best) ? x : best));
  const key = `${floor} ${gap}`;
  const users = lanes.get(key) ?? [];
  if (!users.includes(to.room.name)) users.push(to.room.name);
  lanes.set(key, users);
  const lane = users.indexOf(to.room.name);
  return Math.min(Math.max(gap + (lane % 2 === 0 ? 4 : -4) * (lane + 1 - (lane % 2)), 8), WIDTH - 8);
}

/** The targets that have a track of their own in each channel, from the left; arrows to one room share a track. */
export function findTracks(routes: readonly Route[], floorCount: number): readonly (readonly string[])[] {
  return Array.from({ length: floorCount }, (_, channel) => {
    const here = routes.flatMap(({ arrow, steps }) =>
      steps.filter((step) => step.channel === channel).map(({ toX }) => ({ to: arrow.to, toX })),
    );
    here.sort((a, b) => a.toX - b.toX);
    return [...new Set(here.map(({ to }) => to))];
  });
}

/** The path of an arrow as SVG writes it. */
export function pathOf(
  { arrow, steps }: Route,
  floors: readonly Floor[],
  tracks: readonly (readonly string[])[],
): string {
  const parts = steps.map(({ channel, fromX, toX }, index) => {
    const bottom = floors[channel]?.bottom ?? 0;
    const top = floors[channel + 1]?.top ?? 0;
    const y = bottom + 8 + TRACK * ((tracks[channel]?.indexOf(arrow.to) ?? 0) + 0.5);
    const isLast = index === steps.length - 1;
    return `${index === 0 ? `M${round(fromX)} ${round(bottom)}` : ''}${bend(fromX, toX, y)}V${round(isLast ? top - 3 : top)}`;
  });
  return parts.join('');
}

function bend(fromX: number, toX: number, y: number): string {
  const length = Math.abs(toX - fromX);
  if (length < 1) return '';
  const radius = Math.min(RADIUS, length / 2);
  const side = Math.sign(toX - fromX) * radius;
  return (
    `V${round(y - radius)}Q${round(fromX)} ${round(y)} ${round(fromX + side)} ${round(y)}` +
    `H${round(toX - side)}Q${round(toX)} ${round(y)} ${round(toX)} ${round(y + radius)}`
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

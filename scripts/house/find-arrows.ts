import type { Survey } from './survey.ts';

/** An import between two top rooms, by their names. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Whether only types are imported. */
  readonly isTypeOnly: boolean;
}

/** The imports between top rooms that are found in the source, without those that a longer way of imports implies. */
export function findArrows({ links, placeOf }: Survey): readonly Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const { file, to, isTypeOnly } of links) {
    const from = placeOf(file)?.room.name;
    const there = to === undefined ? undefined : placeOf(to)?.room.name;
    if (from === undefined || there === undefined || from === there) continue;
    const name = `${from} ${there}`;
    arrows.set(name, { from, to: there, isTypeOnly: isTypeOnly && arrows.get(name)?.isTypeOnly !== false });
  }
  const all = [...arrows.values()];
  return all.filter((arrow) => !hasLongerWay(all, arrow));
}

function hasLongerWay(arrows: readonly Arrow[], { from, to }: Arrow): boolean {
  const reached = arrows.filter((arrow) => arrow.from === from && arrow.to !== to).map((arrow) => arrow.to);
  for (const room of reached) {
    const next = arrows.filter((arrow) => arrow.from === room).map((arrow) => arrow.to);
    if (next.includes(to)) return true;
    reached.push(...next.filter((name) => !reached.includes(name)));
  }
  return false;
}

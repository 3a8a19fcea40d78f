import type { Link } from './survey.ts';

/** Files that import each other in a ring; each imports the next, and the last the first. */
export interface Circle {
  /** Where the first imports the second. */
  readonly line: number;
  readonly files: readonly [string, ...string[]];
}

/** Finds import circles between files, types included: at least one for each knot of files. */
export function findCircles(links: readonly Link[]): readonly Circle[] {
  const linksOf = new Map<string, Link[]>();
  for (const link of links) linksOf.set(link.file, [...(linksOf.get(link.file) ?? []), link]);
  const circles: Circle[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly Link[]): void => {
    for (const link of linksOf.get(file) ?? []) {
      if (link.to === undefined || done.has(link.to)) continue;
      const path = [...way, link];
      const start = path.findIndex((step) => step.file === link.to);
      if (start === -1) {
        walk(link.to, path);
        continue;
      }
      const [first, ...rest] = path.slice(start);
      if (first !== undefined) {
        circles.push({ line: first.line, files: [first.file, ...rest.map((step) => step.file)] });
      }
    }
    done.add(file);
  };
  for (const file of linksOf.keys()) if (!done.has(file)) walk(file, []);
  return circles;
}

import { dirname, relative } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { drawPlan } from './draw-plan.ts';
import { findArrows } from './find-arrows.ts';
import type { House } from './house.ts';
import { placeBoxes } from './lay-out.ts';
import { HOUSE } from './rooms.ts';
import { routeArrows } from './route-arrows.ts';
import { folderOf, surveySource } from './survey.ts';

function fileOf(name: string): string {
  const room = HOUSE.rooms.find((known) => known.name === name);
  if (room === undefined) throw new Error(`no room ${name}`);
  const places = Object.keys(room.rooms);
  const file = places.find((place) => place.endsWith('.ts'));
  const folder = places.length === 0 || places.includes('.') ? '' : `${places[0]}/`;
  return `${folderOf(room)}/${file ?? `${folder}a.ts`}`;
}

/** A source with one file in each of some rooms, and the rooms that it imports: `pod`, or `pod type`. */
function surveyOf(imports: Readonly<Record<string, readonly string[]>>): ReturnType<typeof surveySource> {
  const texts = Object.entries(imports).map(([name, others]): [string, string] => {
    const file = fileOf(name);
    const lines = others.map((other) => {
      const [room = '', type = ''] = other.split(' ');
      return `import ${type} { x } from './${relative(dirname(file), fileOf(room))}';`;
    });
    return [file, lines.join('\n')];
  });
  return surveySource(HOUSE, new Map(texts));
}

function arrowsOf(imports: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return findArrows(surveyOf(imports)).map(
    ({ from, to, isTypeOnly }) => `${from} ${to}${isTypeOnly ? ' type' : ''}`,
  );
}

describe('findArrows', () => {
  it.each([
    ['an import', { pod: ['errors'] }, ['pod errors']],
    ['types only', { session: ['start type'] }, ['session start type']],
    ['types and more', { session: ['start type', 'start'] }, ['session start']],
    [
      'one that a longer way implies',
      { cluster: ['pod', 'errors'], pod: ['errors'] },
      ['cluster pod', 'pod errors'],
    ],
    [
      'one that a way of three implies',
      { start: ['cluster', 'errors'], cluster: ['pod'], pod: ['errors'] },
      ['start cluster', 'cluster pod', 'pod errors'],
    ],
  ])('finds %s', (_, imports, arrows) => {
    expect(arrowsOf(imports)).toEqual(arrows);
  });
});

describe('placeBoxes', () => {
  const survey = surveyOf({});

  it('has no room overlap another, or leave the picture', () => {
    for (const box of placeBoxes(HOUSE, survey)) {
      const others = placeBoxes(HOUSE, survey).filter(({ floor, x }) => floor === box.floor && x > box.x);
      for (const { x } of others) expect(x).toBeGreaterThan(box.x + box.width);
      expect(box.x + box.width).toBeLessThan(1040);
      for (const chip of box.chips) expect(chip.x + chip.width).toBeLessThan(box.width);
    }
  });

  it('asks for a floor for a new room', () => {
    const house: House = {
      ...HOUSE,
      rooms: [...HOUSE.rooms, { name: 'attic', does: '', imports: '', rooms: { '.': '' } }],
    };
    expect(() => placeBoxes(house, survey)).toThrow('scripts/house/lay-out.ts: give attic a floor');
  });

  it('puts no room below one that it may import', () => {
    const boxes = placeBoxes(HOUSE, survey);
    const arrows = HOUSE.rooms.flatMap(({ name, imports }) =>
      imports.split(' ').flatMap((to) => (to === '' ? [] : [{ from: name, to, isTypeOnly: false }])),
    );
    expect(() => routeArrows(arrows, boxes)).not.toThrow();
  });
});

describe('routeArrows', () => {
  it('refuses an arrow that leads up', () => {
    const arrows = [{ from: 'errors', to: 'pod', isTypeOnly: false }];
    expect(() => routeArrows(arrows, placeBoxes(HOUSE, surveyOf({})))).toThrow(
      'errors imports pod, so its floor is too low',
    );
  });

  it('leads around the rooms of the floors between', () => {
    const boxes = placeBoxes(HOUSE, surveyOf({}));
    const { routes } = routeArrows([{ from: 'program', to: 'errors', isTypeOnly: false }], boxes);
    const passed = routes[0]?.steps.slice(0, -1) ?? [];
    expect(passed).toHaveLength(7);
    for (const { channel, toX } of passed) {
      const inWay = boxes.filter(
        ({ floor, x, width }) => floor === channel + 1 && x <= toX && toX <= x + width,
      );
      expect(inWay).toEqual([]);
    }
  });
});

describe('drawPlan', () => {
  it('counts files, marks the way of a call, and draws what is imported', () => {
    const svg = drawPlan(HOUSE, surveyOf({ pod: ['errors'], errors: [], session: ['start type'] }));
    expect(svg).toContain('3 source files');
    expect(svg.match(/class="on-walk"/g)).toHaveLength(9);
    const legend = 2;
    expect(svg.match(/<path class="arrow/g)).toHaveLength(2 + legend);
    expect(svg.match(/<path class="arrow types/g)).toHaveLength(1 + 1);
  });
});

import { describe, expect, it } from 'vitest';
import { HOUSE } from './rooms.ts';

const NAMES = HOUSE.rooms.map(({ name }) => name);

describe('HOUSE', () => {
  it.each(HOUSE.rooms)('puts $name above all that it imports', ({ name, imports, importsTypesOf = '' }) => {
    const below = NAMES.slice(0, NAMES.indexOf(name));
    expect(below).toEqual(
      expect.arrayContaining(`${imports} ${importsTypesOf}`.split(' ').filter((word) => word !== '')),
    );
  });

  it('gives libraries homes that exist', () => {
    const known = HOUSE.rooms.flatMap(({ name, rooms }) => [
      name,
      ...Object.keys(rooms).map((key) => `${name}/${key}`),
    ]);
    expect(known).toEqual(expect.arrayContaining(Object.values(HOUSE.libraries).flat()));
  });
});

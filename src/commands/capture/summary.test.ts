import { describe, expect, it } from 'vitest';
import { dropWarnings, withoutFilterText } from './summary.ts';

const LINES = { place: { kind: 'lines' }, opens: false } as const;
const FILE = { place: { kind: 'file', file: 'a', overwrites: false }, opens: false } as const;
const counts = { captured: 3, received: 10, dropped: 7 };

it('advises a file only where lines are slower', () => {
  const pods = [{ name: 'shop/web-1', packets: 3, counts }];
  expect(dropWarnings(pods, LINES)[0]?.hint).toMatch(/-w FILE$/);
  expect(dropWarnings(pods, FILE)[0]?.hint).toMatch(/--snaplen=96$/);
  expect(dropWarnings([{ name: 'shop/web-1', packets: 3, counts: undefined }], FILE)).toEqual([]);
});

describe('withoutFilterText', () => {
  const packets = { networkInterface: 'any', snapBytes: 96, isPromiscuous: false, filter: ['port', '1'] };
  const container = { image: 'nicolaka/netshoot:v0.13' };
  const pods = ['shop/web-1', 'shop/web-2'].map((name) => ({ name, packets: 0, counts: undefined }));
  it.each([
    { has: {}, text: 'capture shop/web-1 shop/web-2 --packets=10' },
    { has: { image: 'tools' }, text: 'capture shop/web-1 shop/web-2 --image=tools --packets=10' },
    {
      has: { networkInterface: 'eth0' },
      text: 'capture shop/web-1 shop/web-2 --interface=eth0 --packets=10',
    },
    { has: { filter: [] }, text: undefined },
    { has: { captured: 1 }, text: undefined },
  ])('is $text with $has', ({ has: { captured = 0, image, ...wish }, text }) => {
    const request = {
      packets: { ...packets, ...wish },
      container: { ...container, ...(image !== undefined && { image }) },
    };
    expect(withoutFilterText({ packets: captured, pods }, request)).toBe(
      text === undefined ? undefined : `without the filter: kubectl-debug ${text}`,
    );
  });
});

import type { House, Room } from './house.ts';
import type { Survey } from './survey.ts';

/** The rooms of each floor with their widths, from the roof to the ground, left to right. */
const FLOORS: readonly (readonly (readonly [name: string, width: number])[])[] = [
  [
    ['program', 600],
    ['docs', 346],
  ],
  [['commands', 968]],
  [['fleet', 520]],
  [
    ['audit', 290],
    ['snapshot', 210],
    ['forward', 210],
    ['capture', 180],
  ],
  [
    ['join', 180],
    ['record', 150],
    ['files', 170],
    ['kuberc', 150],
    ['config', 200],
  ],
  [
    ['target', 148],
    ['plan', 188],
    ['start', 130],
    ['session', 250],
    ['output', 164],
  ],
  [
    ['cluster', 490],
    ['playground', 456],
  ],
  [
    ['pod', 590],
    ['flags', 356],
  ],
  [
    ['errors', 330],
    ['io', 290],
    ['system', 304],
  ],
];

export const WIDTH = 1040;
const TOP = 92;
const ROOM_GAP = 22;
const PADDING = 14;
const HEAD_HEIGHT = 34;
const LINE_HEIGHT = 17;
const CHIP_HEIGHT = 22;
const CHIP_GAP = 6;
const CHANNEL_PADDING = 26;
/** Between two arrows that run side by side. */
export const TRACK = 11;
/** In pixels. */
const TEXT_SIZE = 12.5;
const CHIP_SIZE = 12;

/** A sub-room in the picture, by the upper left corner of its box. */
export interface Chip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly name: string;
  readonly fileCount: number;
}

/** A top room in the picture. */
export interface Box {
  readonly room: Room;
  /** 0 is the roof. */
  readonly floor: number;
  readonly x: number;
  readonly width: number;
  readonly lines: readonly string[];
  readonly chips: readonly Chip[];
  readonly fileCount: number;
}

/** The upper and lower edge of a floor. */
export interface Floor {
  readonly top: number;
  readonly bottom: number;
}

/** Places each room on its floor; the floors have no height yet. Throws for a room that has no place in the picture. */
export function placeBoxes({ rooms }: House, survey: Survey): readonly Box[] {
  const boxes = FLOORS.flatMap((names, floor) => {
    const used = names.reduce((sum, [, width]) => sum + width, ROOM_GAP * (names.length - 1));
    let x = (WIDTH - used) / 2;
    return names.map(([name, width]) => {
      const room = rooms.find((known) => known.name === name);
      if (room === undefined) throw new Error(`scripts/house/lay-out.ts: there is no room ${name}`);
      const box = { ...fill(room, survey, width), floor, x };
      x += width + ROOM_GAP;
      return box;
    });
  });
  const missing = rooms.find((room) => !boxes.some((box) => box.room === room));
  if (missing !== undefined) throw new Error(`scripts/house/lay-out.ts: give ${missing.name} a floor`);
  return boxes;
}

/** Stacks the floors, each as high as its fullest room, with room for arrows between them. */
export function stackFloors(boxes: readonly Box[], trackCounts: readonly number[]): readonly Floor[] {
  let top = TOP;
  return FLOORS.map((_, floor) => {
    const height = Math.max(...boxes.filter((box) => box.floor === floor).map(heightOf));
    const bottom = top + height;
    const stacked = { top, bottom };
    top = bottom + CHANNEL_PADDING + TRACK * (trackCounts[floor] ?? 0);
    return stacked;
  });
}

function heightOf({ lines, chips }: Box): number {
  const text = HEAD_HEIGHT + lines.length * LINE_HEIGHT;
  const lowest = Math.max(...chips.map(({ y }) => y + CHIP_HEIGHT), text);
  return lowest + PADDING;
}

function fill(room: Room, { files, placeOf }: Survey, width: number): Omit<Box, 'floor' | 'x'> {
  const inside = files.filter((file) => placeOf(file)?.room === room);
  const lines = wrap(room.does, (width - 2 * PADDING) / TEXT_SIZE);
  const names = Object.keys(room.rooms).filter((key) => key !== '.' && !key.endsWith('.ts'));
  const sizes = names.map((name) => ({
    name,
    fileCount: inside.filter((file) => placeOf(file)?.key === name).length,
  }));
  const top = HEAD_HEIGHT + lines.length * LINE_HEIGHT + 6;
  return { room, width, lines, chips: placeChips(sizes, width, top), fileCount: inside.length };
}

function placeChips(
  sizes: readonly Pick<Chip, 'name' | 'fileCount'>[],
  roomWidth: number,
  top: number,
): readonly Chip[] {
  let x = PADDING;
  let y = top;
  return sizes.map((size) => {
    const width = widthOf(`${size.name} ${size.fileCount}`) * CHIP_SIZE + 14;
    if (x > PADDING && x + width > roomWidth - PADDING) {
      x = PADDING;
      y += CHIP_HEIGHT + CHIP_GAP;
    }
    const chip = { ...size, x, y, width };
    x += width + CHIP_GAP;
    return chip;
  });
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.replaceAll('`', '').split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) lines.push(line);
    line = lines.at(-1) === line ? word : longer;
  }
  return [...lines, line];
}

/** The width of a text in a font of one pixel, wide enough for the fonts of all systems. */
function widthOf(text: string): number {
  const narrow = text.match(/[fijlrt.,:' ]/g)?.length ?? 0;
  const wide = text.match(/[mw]/g)?.length ?? 0;
  return text.length * 0.63 - narrow * 0.27 + wide * 0.27;
}

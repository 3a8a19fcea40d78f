import type { House, Room } from './house.ts';
import { markdownTable } from './markdown-table.ts';
import { folderOf } from './survey.ts';

const BEGIN = '<!-- Written by `npm run docs` from scripts/house/rooms.ts; changes made here are lost. -->';
const END = '<!-- End of the table. -->';

/** Puts the table of rooms between its marks in a page. Throws where the page has no marks. */
export function withRoomTable(page: string, house: House): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`the page lacks the lines\n${BEGIN}\n${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${roomTable(house)}\n\n${page.slice(end)}`;
}

/** The rooms from the roof to the ground, as Markdown in the form that prettier gives it. */
function roomTable({ rooms }: House): string {
  const rows = fromRoof(rooms).map((room) => [pathOf(room), doesText(room), insideText(room)]);
  return markdownTable([['room', 'what it does', 'inside, in the order of imports'], ...rows]);
}

/** From the roof to the ground, and then what is no part of the published program. */
export function fromRoof(rooms: readonly Room[]): readonly Room[] {
  const reversed = rooms.toReversed();
  return [...reversed.filter((room) => !isApart(room)), ...reversed.filter(isApart)];
}

function isApart(room: Room): boolean {
  return room.isApart === true;
}

function isFile(key: string): boolean {
  return key.endsWith('.ts');
}

/** The folder of a room, or the file that a room without one is named for. */
export function pathOf(room: Room): string {
  const hasFolder = !Object.keys(room.rooms).every(isFile);
  return `\`${folderOf(room)}/${hasFolder ? '' : `${room.name}.ts`}\``;
}

/** What a room does, and whether it is pure. */
export function doesText({ does, isPure }: Room): string {
  return isPure === true ? `${does} (pure)` : does;
}

/** The sub-rooms of a room, or the other files of one without a folder. */
function insideText({ name, rooms }: Room): string {
  const keys = Object.keys(rooms);
  const shown = keys.every(isFile)
    ? keys.filter((key) => key !== `${name}.ts`)
    : keys.filter((key) => key !== '.' && !isFile(key));
  return shown.map((key) => `\`${key}\``).join(', ');
}

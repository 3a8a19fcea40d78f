import type { House, Room } from './house.ts';
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
  const rows = rooms.map((room) => [placeText(room), doesText(room), insideText(room)]).reverse();
  const table = [['room', 'what it does', 'sub-rooms, in the order of their imports'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const lines = table.map(
    (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function placeText(room: Room): string {
  const keys = Object.keys(room.rooms);
  const isFolder = keys.some((key) => !key.endsWith('.ts'));
  return `\`${isFolder ? `${folderOf(room)}/` : keys.map((key) => `${folderOf(room)}/${key}`).at(-1)}\``;
}

function doesText({ does, isPure }: Room): string {
  return isPure === true ? `${does} (pure)` : does;
}

function insideText({ rooms }: Room): string {
  return Object.keys(rooms)
    .filter((key) => key !== '.' && !key.endsWith('.ts'))
    .map((key) => `\`${key}\``)
    .join(', ');
}

import { join } from 'node:path/posix';
import type { House, Room } from './house.ts';
import { markdownTable } from './markdown-table.ts';
import { doesText, fromRoof, pathOf } from './room-table.ts';
import { folderOf } from './survey.ts';

const INTRODUCTION = `# Rooms

What each folder of the source holds, from the roof of the house to its ground. Inside a room, a folder imports only folders
that come before it. [architecture.md](architecture.md) shows how the rooms work together.

Written by \`npm run docs\` from \`scripts/house/rooms.ts\`; changes made here are lost.
`;

/** Writes docs/rooms.md: every room with a line for each of its sub-rooms. */
export function roomsPage({ rooms }: House): string {
  return [INTRODUCTION, ...fromRoof(rooms).map(section)].join('\n');
}

function section(room: Room): string {
  const rows = Object.entries(room.rooms).map(([key, holds]) => [placeText(room, key), holds]);
  return `## ${pathOf(room)}: ${doesText(room)}\n\n${markdownTable([['place', 'what it holds'], ...rows])}\n`;
}

/** A sub-room, a file that has a line of its own, or the other files on top of a room. */
function placeText(room: Room, key: string): string {
  if (key === '.') return `\`${folderOf(room)}/*.ts\``;
  const path = join(folderOf(room), key);
  return `\`${path}${key.endsWith('.ts') ? '' : '/'}\``;
}

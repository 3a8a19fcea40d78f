import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { drawPlan } from './draw-plan.ts';
import { findDeadNames } from './find-dead-names.ts';
import { faultText, findFaults } from './find-faults.ts';
import { withRoomTable } from './room-table.ts';
import { roomsPage } from './rooms-page.ts';
import { HOUSE } from './rooms.ts';
import { surveySource } from './survey.ts';

const PICTURE = 'docs/house.svg';
const PAGE = 'docs/architecture.md';
const ROOMS_PAGE = 'docs/rooms.md';
/** The pages that name files of the source. */
const GUIDES = [PAGE, 'CONTRIBUTING.md'];

/** The texts of the source files beside tests, by their path from here, the root of the repository. */
function readSource(): ReadonlyMap<string, string> {
  const paths = ['src', 'playground'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const sources = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')).sort();
  return new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]));
}

function report(fault: string): void {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}

/** Checks the source against the table of the house, and what docs/ shows of it; `--write` writes that. */
function main(): void {
  const survey = surveySource(HOUSE, readSource());
  const faults = [
    ...findFaults(HOUSE, survey),
    ...GUIDES.flatMap((path) => findDeadNames(path, readFileSync(path, 'utf8'), survey.files)),
  ];
  for (const fault of faults) report(faultText(fault));
  if (faults.length > 0) return; // the picture is of a house without faults
  const documents = [
    { path: PICTURE, text: drawPlan(HOUSE, survey) },
    { path: PAGE, text: withRoomTable(readFileSync(PAGE, 'utf8'), HOUSE) },
    { path: ROOMS_PAGE, text: roomsPage(HOUSE) },
  ];
  for (const { path, text } of documents) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (process.argv.includes('--write')) writeFileSync(path, text);
    else report(`${path}: out of date: run npm run docs and commit the result`);
  }
}

main();

// `npm run pictures`: draws the pictures of the README from recordings in docs/pictures. `--record` records them anew.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatCast, parseCast } from './cast.ts';
import { drawPicture } from './draw-picture.ts';
import { recordScene } from './record-scene.ts';
import { SCENES } from './scenes.ts';
import { showCast } from './screen.ts';

const ROOT = path.join(__dirname, '..');
const PROGRAM = path.join(ROOT, 'bin', 'kubectl-debug.js');
const FOLDER = path.join(ROOT, 'docs', 'pictures');
const HELP = `usage: npm run pictures [-- --record | --check]

Draws docs/pictures/NAME.svg from docs/pictures/NAME.cast.

  --record    record each NAME.cast anew first, on the playground
  --check     only say which pictures are out of date
`;

const { values: options } = parseArgs({
  options: { record: { type: 'boolean' }, check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function write(file: string, text: string): void {
  if (readFile(file) === text) return;
  if (options.check === true) {
    process.stderr.write(
      `${path.relative(ROOT, file)} is out of date: run npm run pictures and commit the result\n`,
    );
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
  }
}

async function main(): Promise<void> {
  for (const scene of SCENES) {
    const file = path.join(FOLDER, `${scene.name}.cast`);
    if (options.record === true) writeFileSync(file, formatCast(await recordScene(scene, PROGRAM)));
    const cast = parseCast(readFileSync(file, 'utf8'));
    write(path.join(FOLDER, `${scene.name}.svg`), drawPicture(showCast(cast), cast));
  }
}

if (options.help === true) process.stdout.write(HELP);
else void main();

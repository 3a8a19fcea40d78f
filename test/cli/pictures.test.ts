import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canConfine } from '../../playground/run/can-confine.ts';
import { parseCast, type Cast } from '../../scripts/pictures/cast.ts';
import { drawPicture } from '../../scripts/pictures/draw-picture.ts';
import { recordScene } from '../../scripts/pictures/record-scene.ts';
import { SCENES } from '../../scripts/pictures/scenes.ts';
import { showCast, textOf } from '../../scripts/pictures/screen.ts';
import { buildPackage, type BuiltPackage } from '../drivers/build-package.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pictures-probe-'));
const hasNamespaces = await canConfine(folder);
rmSync(folder, { recursive: true });

const PICTURES = path.resolve(import.meta.dirname, '../../docs/pictures');
const readCast = (name: string): Cast => parseCast(readFileSync(path.join(PICTURES, `${name}.cast`), 'utf8'));

/** Wider than any line, so that the length of a name decides nothing. */
const WIDE = 1000;

/** What the program says on a slow machine alone. */
const ONLY_WHEN_SLOW =
  /^(?:waiting for .* …(?: \(\d+ s at most\))?|(?:the command ".*" in )?debug container ".*" in \S+ still runs, with no output so far(?:; .*)?)$/;

/** What a recording shows, without what each one has anew: names and times. */
function said({ output }: Cast): string {
  return showCast({ columns: WIDE, output })
    .map(textOf)
    .filter((line) => !ONLY_WHEN_SLOW.test(line))
    .join('\n')
    .replaceAll(/\bdebugger-\w+-[a-z0-9]{5}\b/g, 'debugger-USER-SUFFIX')
    .replaceAll(/\b\d+(\.\d+)?m?s\b/g, 'TIME')
    .replaceAll(/ +/g, ' ');
}

describe('the pictures of the README', () => {
  it.each(SCENES)('$name is drawn from its recording, and small', ({ name }) => {
    const cast = readCast(name);
    const picture = readFileSync(path.join(PICTURES, `${name}.svg`), 'utf8');
    expect(picture === drawPicture(showCast(cast), cast), 'run npm run pictures').toBe(true);
    expect(picture.length).toBeLessThan(60_000);
  });
});

describe.skipIf(!hasNamespaces)('the recordings of the pictures (need namespaces)', () => {
  let built: BuiltPackage;
  beforeAll(() => {
    built = buildPackage();
  });
  afterAll(() => built.remove());

  it.each(SCENES)('$name shows what the program says today', async (scene) => {
    const today = said(await recordScene(scene, built.program));
    expect(said(readCast(scene.name)), 'run npm run pictures -- --record').toBe(today);
  });
});

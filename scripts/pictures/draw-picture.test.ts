import { expect, it } from 'vitest';
import { formatCast, parseCast } from './cast.ts';
import { drawPicture } from './draw-picture.ts';
import { showCast } from './screen.ts';

const CAST = {
  title: 'Less < & more',
  columns: 40,
  rows: 10,
  output: [{ seconds: 0.25, text: '$ kubectl dbg\r\n  \x1b[32m+ a<b    c\x1b[39m' }],
};

it('draws text as text, each run at its column and as long as its letters', () => {
  const picture = drawPicture(showCast(CAST), CAST);
  expect(picture).toContain('<title>Less &lt; &amp; more</title>');
  expect(picture).toContain('<tspan x="16" textLength="104">$ kubectl dbg</tspan>');
  expect(picture).toContain(
    '<tspan x="32" textLength="40" class="green">+ a&lt;b</tspan><tspan x="104" textLength="8" class="green">c</tspan>',
  );
});

it('draws a dark theme too, and fetches nothing', () => {
  const picture = drawPicture(showCast(CAST), CAST);
  expect(picture).toContain('@media(prefers-color-scheme:dark)');
  expect(picture.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  expect(picture).not.toMatch(/<script|url\(|@import|href/);
});

it('reads back a recording that it wrote', () => {
  expect(parseCast(formatCast(CAST))).toEqual(CAST);
});

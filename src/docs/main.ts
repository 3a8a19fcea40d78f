import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { PAGES } from './pages.ts';

/** Writes the generated pages of docs/; with `--check`, only reports which of them are out of date. */
function main(): void {
  const isCheck = process.argv.includes('--check');
  for (const { path, render } of PAGES) {
    const text = render();
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (isCheck) {
      process.stderr.write(`${path} is out of date: run npm run docs and commit the result\n`);
      process.exitCode = 1;
    } else {
      writeFileSync(path, text);
    }
  }
}

main();

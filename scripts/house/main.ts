import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { faultText, findFaults } from './find-faults.ts';
import { HOUSE } from './rooms.ts';
import { surveySource } from './survey.ts';

/** The texts of the source files beside tests, by their path from here, the root of the repository. */
function readSource(): ReadonlyMap<string, string> {
  const paths = ['src', 'playground'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const sources = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')).sort();
  return new Map(sources.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Checks the source against the table of the house; `--write` writes the documents made from it. */
function main(): void {
  const survey = surveySource(HOUSE, readSource());
  const faults = findFaults(HOUSE, survey).map(faultText);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
}

main();

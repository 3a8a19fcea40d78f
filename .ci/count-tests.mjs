// Reads reports that vitest wrote as JSON. `count-tests.mjs FILE...` prints "PASSED FAILED" of all of them;
// `--failed FILE` prints the failed tests with their messages, and ends with 1 where the report tells of none.
// `--slowest FILE...` prints the files of tests that took longest, in seconds.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const MESSAGE_LINES = 12;
const MOST_SHOWN = 20;
const MOST_SLOW = 15;

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const indent = (text, lines) => text.split('\n').slice(0, lines).join('\n   | ');

function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const titles = failed.map((test) => `${file} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
    return message ? [`${file}\n${message}`, ...titles] : titles;
  });
}

/** Files of tests with how long each took, the slowest first. */
function slowestOf({ testResults }) {
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1000,
  }));
  return files.toSorted((a, b) => b.seconds - a.seconds);
}

const [option, ...files] = process.argv.slice(2);
if (option === '--failed') {
  const failures = files.flatMap((file) => failuresOf(read(file)));
  for (const failure of failures.slice(0, MOST_SHOWN)) console.log(`   * ${indent(failure, MESSAGE_LINES)}`);
  if (failures.length > MOST_SHOWN) console.log(`   and ${failures.length - MOST_SHOWN} more`);
  process.exitCode = failures.length > 0 ? 0 : 1;
} else if (option === '--slowest') {
  const slowest = slowestOf({ testResults: files.flatMap((file) => read(file).testResults) });
  for (const { file, seconds } of slowest.slice(0, MOST_SLOW))
    console.log(`${seconds.toFixed(0).padStart(5)}  ${file}`);
} else {
  const reports = process.argv.slice(2).map(read);
  const sum = (field) => reports.reduce((total, report) => total + report[field], 0);
  console.log(sum('numPassedTests'), sum('numFailedTests'));
}

// `check-changed.mjs format|lint|types [--list]`: checks the files of the checkout that have not passed before in this state.
//
// What has passed is kept as hashes in ~/.cache/kubectl-debug/checks, or in the folder that KUBECTL_DEBUG_CACHE names, so
// that a clean checkout gains from it, too; it can be deleted at any time. A hash covers all that the verdict depends on:
// the file, its name, the settings and versions of the tool, and for rules that know types all that the file imports.
// --list prints the files that would be checked, and checks nothing.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const [kind, option] = process.argv.slice(2);
const CACHE = path.join(
  process.env.KUBECTL_DEBUG_CACHE || path.join(homedir(), '.cache/kubectl-debug'),
  'checks',
);
/** A few states of all files. */
const MOST_KEPT = 20_000;

const hashOf = (...texts) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text);
  return hash.digest('hex').slice(0, 32);
};

const textOf = (file) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0));

/** The files of the checkout without those that git ignores, and without links. */
const FILES = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\0')
  .filter((file) => file !== '' && lstatSync(file, { throwIfNoEntry: false })?.isFile());
const CONTENTS = new Map(FILES.map((file) => [file, readFileSync(file)]));
const HASHES = new Map([...CONTENTS].map(([file, bytes]) => [file, hashOf(file, bytes)]));

/** What a check of any file depends on: settings, and the versions of all packages. */
const settings = (isSetting) =>
  hashOf(
    kind,
    readFileSync(import.meta.filename),
    process.version,
    textOf('node_modules/.package-lock.json'),
    ...FILES.filter((file) => isSetting(path.basename(file))).map((file) => HASHES.get(file)),
  );

const SCRIPT = /\.[cm]?[jt]s$/;
/** What the compiler may read, also where the settings name no file of that kind today. */
const OF_PROGRAM = /\.(?:[cm]?[jt]sx?|json)$/;
/** Whatever looks like the path of another file: an import, its type, a mock. */
const RELATIVE = /['"`](\.{1,2}\/[^'"`\n]+)['"`]/g;

function importsOf(file) {
  if (!SCRIPT.test(file)) return [];
  const found = CONTENTS.get(file).toString().matchAll(RELATIVE);
  return [...found]
    .map(([, other]) => path.join(path.dirname(file), other))
    .filter((other) => HASHES.has(other));
}

/** The hash of each file with all that it imports, directly or not. */
function hashesWithImports(files) {
  const imports = new Map(FILES.map((file) => [file, importsOf(file)]));
  // Types that a file gives to all others.
  const ambient = FILES.filter((file) =>
    /^declare (?:global|module)\b/m.test(SCRIPT.test(file) ? CONTENTS.get(file) : ''),
  );
  return files.map((file) => {
    const reached = new Set([file, ...ambient]);
    for (const each of reached) for (const other of imports.get(each)) reached.add(other);
    return [file, hashOf(...[...reached].sort().map((each) => HASHES.get(each)))];
  });
}

/** Runs a tool of the packages, and returns whether it succeeded. */
function succeeds(tool, args) {
  const file = path.join(import.meta.dirname, '../node_modules', tool);
  return spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status === 0;
}

const PRETTIER = 'prettier/bin/prettier.cjs';
const TSC = 'typescript/bin/tsc';

/**
 * Each returns the hash of what all its verdicts depend on, rows of a name with the hash of what only its verdict depends on, and
 * a function that checks the names and returns those that pass.
 */
const CHECKS = {
  format: () => ({
    base: settings((name) => /^\.(?:prettier|editorconfig)/.test(name)),
    rows: FILES.map((file) => [file, HASHES.get(file)]),
    check: (files) =>
      succeeds(PRETTIER, ['--check', '--log-level=warn', '--ignore-unknown', ...files]) ? files : [],
  }),
  lint: () => ({
    base: settings((name) => /^(?:eslint\.config|tsconfig|package\.json)/.test(name)),
    rows: hashesWithImports(FILES.filter((file) => SCRIPT.test(file))),
    check: async (files) => {
      const { ESLint } = await import('eslint');
      const eslint = new ESLint({ warnIgnored: false });
      const results = await eslint.lintFiles(files);
      const text = await (await eslint.loadFormatter()).format(results);
      if (text !== '') process.stdout.write(`${text}\n`);
      const faulty = new Set(
        results.filter(({ messages }) => messages.length > 0).map(({ filePath }) => filePath),
      );
      return files.filter((file) => !faulty.has(path.resolve(file)));
    },
  }),
  types: () => ({
    base: settings((name) => /^(?:tsconfig|package\.json)/.test(name)),
    rows: [
      [
        'the whole program',
        hashOf(...FILES.filter((file) => OF_PROGRAM.test(file)).map((file) => HASHES.get(file))),
      ],
    ],
    check: (rows) => {
      // What the compiler knows of a state refers to files relative to its own place.
      const [kept, here] = [path.join(CACHE, 'types.tsbuildinfo'), 'build/types.tsbuildinfo'];
      mkdirSync('build', { recursive: true });
      if (existsSync(kept)) copyFileSync(kept, here);
      const hasPassed = succeeds(TSC, ['--noEmit', '--incremental', '--tsBuildInfoFile', here]);
      if (hasPassed) replaceFile(kept, readFileSync(here));
      return hasPassed ? rows : [];
    },
  }),
};

/** Replaces a file in one step: another check may run at the same time. */
function replaceFile(file, bytes) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, bytes);
  renameSync(`${file}.${process.pid}`, file);
}

async function main() {
  const { base, rows, check } = CHECKS[kind]();
  const known = path.join(CACHE, kind);
  const passed = new Set(textOf(known).toString().split('\n'));
  const keys = new Map(rows.map(([name, hash]) => [name, hashOf(base, hash)]));
  const unknown = [...keys.keys()].filter((name) => !passed.has(keys.get(name)));
  if (option === '--list') return void process.stdout.write(unknown.map((name) => `${name}\n`).join(''));
  const isGood = new Set(unknown.length === 0 ? [] : await check(unknown));
  const bad = new Set(unknown.filter((name) => !isGood.has(name)));
  if (bad.size > 0) process.exitCode = 1;
  // Somebody edits: nobody knows which text was checked.
  if (!FILES.every((file) => CONTENTS.get(file).equals(textOf(file)))) return;
  // The latest stay: those of this state are put at the end.
  const current = [...keys].filter(([name]) => !bad.has(name)).map(([, key]) => key);
  for (const key of current) passed.delete(key);
  replaceFile(known, [...passed, ...current].slice(-MOST_KEPT).join('\n'));
}

if (CHECKS[kind] === undefined || ![undefined, '--list'].includes(option)) {
  console.error('usage: check-changed.mjs format|lint|types [--list]');
  process.exitCode = 2;
} else {
  await main();
}

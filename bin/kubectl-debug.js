#!/usr/bin/env node
'use strict';

// Starts the program: loads the bundles of dist/ with V8's code cache, so that a start does not compile them again. The cache
// can be deleted at any time; where its folder cannot be used, each start compiles. Node's own cache, which it has since
// 22.1, gains nothing: it is made before the functions are called, so it has only some of them.
//
// All of it is one file, as Node takes a millisecond for each one that it loads. An old Node has to understand this file, so
// that it can say that it is too old; lint knows.

const fs = require('fs');
const path = require('path');

const DIST = path.join(module.filename, '../../dist');

/** As `engines` in package.json. Node 21 and the first ones of 22 lack what 20.19 has. */
const NEEDED = '22.12 or newer, or of Node.js 20 at least 20.19, and does not run on 21';
function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 12);
}

/** Prints the version and returns true, if that is all that is asked for. */
function tellVersion(words) {
  if (words.length !== 1 || !['--version', 'version'].includes(words[0])) return false;
  try {
    // Loading the program for it would take half as long as the start of Node.
    fs.writeSync(1, fs.readFileSync(path.join(DIST, 'version.txt')));
    return true;
  } catch {
    return false; // for example a full disk, which the program reports as it does for all output
  }
}

/** What Node puts around the text of a module. */
const HEAD = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const TAIL = Buffer.from('\n})');

/**
 * Reads a bundle as the text of a function. It is put together in memory outside of V8's heap, as a few hundred kilobytes
 * more in there are a garbage collection more. The build writes only ASCII, and latin1 is the fastest to decode.
 */
function readBundle(file) {
  const fd = fs.openSync(file, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(HEAD.length + fs.fstatSync(fd).size + TAIL.length);
    HEAD.copy(bytes);
    let at = HEAD.length;
    for (let read = -1; read !== 0 && at < bytes.length - TAIL.length; at += read)
      read = fs.readSync(fd, bytes, at, bytes.length - TAIL.length - at, null);
    TAIL.copy(bytes, at);
    return bytes.latin1Slice(0, at + TAIL.length);
  } finally {
    fs.closeSync(fd);
  }
}

/** The build ends each bundle with its hash, because V8 compares only the lengths of sources. */
const HASH = /\/\/([0-9a-f]{64})$/;
function hashOf(source) {
  const [, hash] = HASH.exec(source.slice(-TAIL.length - 66, -TAIL.length)) || [];
  return hash;
}

/** The name of a cache file: bundle, hash, V8's version, processor. */
const CACHE_NAME = /^([a-z-]+)\.([0-9a-f]{64})\.[\w.-]+$/;

function readCache(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined; // there is none yet, or it cannot be read
  }
}

/** Writes a cache file in one step and removes those of other builds of its bundle. */
function writeCache(file, data) {
  const folder = path.dirname(file);
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, data, { mode: 0o600, flag: 'wx' });
  fs.renameSync(draft, file);
  const [, bundle, hash] = CACHE_NAME.exec(path.basename(file));
  for (const other of fs.readdirSync(folder)) {
    const found = CACHE_NAME.exec(other);
    if (found !== null && found[1] === bundle && found[2] !== hash) fs.rmSync(path.join(folder, other));
  }
}

/** Returns a function that loads a bundle, and the bundles that it requires. */
function openBundles() {
  const { Script } = require('vm');
  const loaded = new Map();
  const compiled = new Map();
  const cache = { folder: undefined };

  /** The file of the cache for a bundle; undefined if it is not cached. */
  function cacheFile(name, source) {
    const hash = hashOf(source);
    if (cache.folder === undefined || hash === undefined) return undefined;
    // V8 refuses a cache of another version or other flags. The version is in the name so that two versions do not keep
    // replacing each other's file; node:v8 has an exact tag, but takes 3 ms to load.
    return path.join(
      cache.folder,
      `${path.basename(name, '.cjs')}.${hash}.${process.versions.v8}-${process.arch}`,
    );
  }

  function compile(filename) {
    const source = readBundle(filename);
    const file = cacheFile(filename, source);
    const cachedData = file === undefined ? undefined : readCache(file);
    const script = new Script(source, { filename, cachedData });
    if (file !== undefined && (cachedData === undefined || script.cachedDataRejected))
      compiled.set(file, script);
    return script;
  }

  function load(filename) {
    const known = loaded.get(filename);
    if (known !== undefined) return known.exports;
    const bundle = { exports: {} };
    loaded.set(filename, bundle);
    const folderOf = path.dirname(filename);
    const requireFrom = (id) => (id.startsWith('./') ? load(path.join(folderOf, id)) : require(id));
    compile(filename).runInThisContext()(bundle.exports, requireFrom, bundle, filename, folderOf);
    return bundle.exports;
  }

  // Nothing is pending then. Without it Node would first free all memory piece by piece, which takes it 2 ms.
  process.on('beforeExit', () => process.exit());
  // At the exit V8 knows which functions were called.
  process.on('exit', () => {
    try {
      for (const [file, script] of compiled) writeCache(file, script.createCachedData());
    } catch {
      // A full or read-only disk: the next start compiles again.
    }
  });
  cache.folder = findCacheFolder(load(path.join(DIST, 'own-folder.cjs')));
  return load;
}

/** Returns the folder of the cache and makes it if it is missing; undefined unless only this user can write to it. */
function findCacheFolder({ absolute, cacheFolder, makeOwnFolder }) {
  const { env, platform, geteuid } = process;
  const homeDirectory = absolute(env.HOME === undefined ? env.USERPROFILE : env.HOME);
  try {
    const folder = cacheFolder({ env, homeDirectory, platform }, 'code');
    return folder && makeOwnFolder(folder, geteuid && geteuid());
  } catch {
    return undefined; // it cannot be made, or others could put code there
  }
}

function start() {
  const main = path.join(DIST, 'main.cjs');
  try {
    openBundles()(main);
  } catch (error) {
    // Without this Node would print the failing line, and a bundle is one line.
    console.error(
      fs.existsSync(main) ? `error: cannot start: ${error}` : `error: ${main} is missing: run npm run build`,
    );
    process.exitCode = 125;
  }
}

if (isTooOld(process.versions.node)) {
  console.error(`error: kubectl-debug needs Node.js ${NEEDED}; this is ${process.versions.node}`);
  console.error('hint: install a newer Node.js');
  process.exitCode = 125;
} else if (!tellVersion(process.argv.slice(2))) {
  start();
}

'use strict';

// Loads the bundles of dist/ with V8's code cache, so that a start does not compile them again. Node has such a cache
// since 22.1; for older versions this file keeps one. The cache can be deleted at any time; where its folder cannot be
// used, each start compiles.

const fs = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const vm = require('node:vm');

/** Returns the cache folder and makes it if it is missing; undefined unless only this user can write to it. */
function openFolder({ env, platform, geteuid }) {
  const { absolute, cacheFolder, makeOwnFolder } = require('../dist/own-folder.cjs');
  const homeDirectory = absolute(env.HOME ?? env.USERPROFILE);
  const folder = cacheFolder({ env, homeDirectory, platform }, 'code');
  try {
    return folder && makeOwnFolder(folder, geteuid?.());
  } catch {
    return undefined; // it cannot be made, or others could put code there
  }
}

function readCache(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined; // there is none yet, or it cannot be read
  }
}

/** The name of a cache file: bundle, hash, V8's version, processor. */
const CACHE_NAME = /^(?<bundle>[a-z-]+)\.(?<hash>[0-9a-f]{64})\.[\w.-]+$/;

/** Writes a cache file in one step and removes those of other builds of its bundle. */
function writeCache(file, data) {
  const folder = dirname(file);
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, data, { mode: 0o600, flag: 'wx' });
  fs.renameSync(draft, file);
  const { bundle, hash } = CACHE_NAME.exec(basename(file)).groups;
  for (const other of fs.readdirSync(folder)) {
    const found = CACHE_NAME.exec(other)?.groups;
    if (found?.bundle === bundle && found.hash !== hash) fs.rmSync(join(folder, other));
  }
}

/** Returns a function that loads a bundle, and the bundles that it requires, with our own cache. */
function openWithOwnCache(folder, process) {
  const loaded = new Map();
  const compiled = new Map();

  function compile(path) {
    // The build writes only ASCII, and latin1 is the fastest to read.
    const source = fs.readFileSync(path, 'latin1');
    // The build ends each bundle with its hash, because V8 compares only lengths.
    const hash = source.slice(-64);
    // V8 refuses a cache of another version or other flags. The version is in the name so that two versions do not keep
    // replacing each other's file; node:v8 has an exact tag, but takes 3 ms to load.
    const file = join(folder, `${basename(path, '.cjs')}.${hash}.${process.versions.v8}-${process.arch}`);
    const cachedData = readCache(file);
    const script = new vm.Script(Module.wrap(source), { filename: path, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) compiled.set(file, script);
    return script;
  }

  function load(path) {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const bundle = { exports: {} };
    loaded.set(path, bundle);
    const requireFrom = (id) => (id.startsWith('./') ? load(join(dirname(path), id)) : require(id));
    compile(path).runInThisContext()(bundle.exports, requireFrom, bundle, path, dirname(path));
    return bundle.exports;
  }

  // At the exit V8 knows which functions were called.
  process.on('exit', () => {
    if (compiled.size === 0) return;
    try {
      for (const [file, script] of compiled) writeCache(file, script.createCachedData());
    } catch {
      // A full or read-only disk: the next start compiles again.
    }
  });
  return load;
}

/** Returns the function that loads a bundle by its absolute path and returns its exports. */
exports.openBundles = (process) => {
  const folder = openFolder(process);
  if (folder === undefined) return require;
  if (Module.enableCompileCache === undefined) return openWithOwnCache(folder, process);
  Module.enableCompileCache(folder);
  return require;
};

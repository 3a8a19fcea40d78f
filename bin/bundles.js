'use strict';

// Loads the bundles of dist/ with V8's code cache, so that they are not compiled anew at each start. From 22.1 on
// Node does so by itself; before, the cache is kept here. It can be deleted at any time, and a folder that cannot
// be used costs nothing but the time to compile.

const fs = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const vm = require('node:vm');

/** The folder of the cache, made if need be; undefined where the user has none that nobody else can write to. */
function openFolder({ env, platform, geteuid }) {
  const { absolute, cacheFolder, makeOwnFolder } = require('../dist/own-folder.cjs');
  const homeDirectory = absolute(env.HOME ?? env.USERPROFILE);
  const folder = cacheFolder({ env, homeDirectory, platform }, 'code');
  try {
    return folder && makeOwnFolder(folder, geteuid?.());
  } catch {
    return undefined; // cannot be made, or somebody else could put code there
  }
}

function readCache(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined; // none yet, or none that can be read
  }
}

/** A name that `compile` makes: the bundle, its hash, V8's version and the processor. */
const CACHE_NAME = /^(?<bundle>[a-z-]+)\.(?<hash>[0-9a-f]{64})\.[\w.-]+$/;

/** Writes a cache and removes those of other builds of its bundle; no reader ever meets half of a file. */
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

/** Returns a function that loads a bundle, and through it those that it asks for, with a cache of our own. */
function openWithOwnCache(folder, process) {
  const loaded = new Map();
  const compiled = new Map();

  function compile(path) {
    // The build writes ASCII alone, which is read fastest so.
    const source = fs.readFileSync(path, 'latin1');
    // The build ends each bundle with its hash; V8 would only compare lengths.
    const hash = source.slice(-64);
    // V8 refuses the cache of other versions or flags of its own. Its version only keeps two of them from replacing
    // each other's all the time; node:v8 has an exact tag, but takes 3 ms to load.
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

  // At the end, when V8 knows which functions were called.
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

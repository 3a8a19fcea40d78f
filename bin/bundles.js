'use strict';

// Loads the bundles of dist/ with V8's code cache, so that they are not compiled anew at each start. From 22.1 on
// Node does so by itself; before, the cache is kept here. It can be deleted at any time, and a folder that cannot
// be used costs nothing but the time to compile.

const fs = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join } = require('node:path');
const vm = require('node:vm');

/** The folder for the cache; undefined when the user has none. */
function cacheFolder({ env, platform }) {
  const home = env.HOME ?? env.USERPROFILE;
  const bases = { win32: env.LOCALAPPDATA, darwin: home && join(home, 'Library', 'Caches') };
  const xdg = env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : home && join(home, '.cache');
  const base = platform in bases ? bases[platform] : xdg;
  return base && join(base, 'kubectl-debug', 'code');
}

/** Whether a path is a folder of the user's own that nobody else has the rights in `writable` to. */
function isOwnFolder(path, { getuid }, writable = 0) {
  try {
    const stats = fs.statSync(path);
    // Windows has no uids, and keeps the folders of users apart by itself.
    const isOwn = getuid === undefined || (stats.uid === getuid() && (stats.mode & writable) === 0);
    return stats.isDirectory() && isOwn;
  } catch {
    return false; // not there, or not to be looked at
  }
}

/** Whether what lies in the folder can only come from the user. */
const isTrusted = (folder, process) => isOwnFolder(folder, process, 0o022);

/**
 * Makes the folder, but not in one of somebody else's: `sudo` may keep the user's HOME. One step at a time, as
 * Node 20 never returns from a recursive mkdir in /proc.
 */
function makeFolder(folder, process) {
  if (fs.existsSync(folder)) return;
  const parent = dirname(folder);
  makeFolder(parent, process);
  if (isOwnFolder(parent, process)) fs.mkdirSync(folder, { mode: 0o700 });
}

function readCache(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return undefined; // none yet, or none that can be read
  }
}

/** Writes a cache and removes those of other builds of its bundle; no reader ever meets half of a file. */
function writeCache(file, data) {
  const folder = dirname(file);
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, data, { mode: 0o600, flag: 'wx' });
  fs.renameSync(draft, file);
  const [name, hash] = basename(file).split('.');
  const isOld = (other) => other.startsWith(`${name}.`) && !other.startsWith(`${name}.${hash}.`);
  for (const other of fs.readdirSync(folder).filter(isOld)) fs.rmSync(join(folder, other));
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
    const cachedData = isTrusted(folder, process) ? readCache(file) : undefined;
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
      makeFolder(folder, process);
      if (!isTrusted(folder, process)) return;
      for (const [file, script] of compiled) writeCache(file, script.createCachedData());
    } catch {
      // A full or read-only disk: the next start compiles again.
    }
  });
  return load;
}

/** Has Node keep the cache. */
function enableNodeCache(folder, process) {
  try {
    makeFolder(folder, process);
    if (isTrusted(folder, process)) Module.enableCompileCache(folder);
  } catch {
    // The folder cannot be made: Node compiles at each start.
  }
}

/** Returns the function that loads a bundle by its absolute path and returns its exports. */
exports.openBundles = (process) => {
  const folder = cacheFolder(process);
  if (folder === undefined) return require;
  if (Module.enableCompileCache === undefined) return openWithOwnCache(folder, process);
  enableNodeCache(folder, process);
  return require;
};

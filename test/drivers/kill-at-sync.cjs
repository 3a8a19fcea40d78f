// Loaded into the program with --require: kills it with SIGKILL before its KILL_AT-th write to a journal
// (KILL_WHEN=before), or once that write is on the disk (after).
const { open } = require('node:fs/promises');

const killAt = Number(process.env.KILL_AT);
const method = process.env.KILL_WHEN === 'before' ? 'appendFile' : 'datasync';
let calls = 0;

open(__filename).then(async (handle) => {
  const prototype = Object.getPrototypeOf(handle);
  const real = prototype[method];
  prototype[method] = async function orDie(...args) {
    calls += 1;
    if (calls === killAt && method === 'appendFile') process.kill(process.pid, 'SIGKILL');
    await real.apply(this, args);
    if (calls === killAt) process.kill(process.pid, 'SIGKILL');
  };
  await handle.close();
});

/**
 * Set up for each file of tests: a warning of Node, such as one of too many listeners, fails the run. Users would see it on
 * stderr. Tests that set NODE_TLS_REJECT_UNAUTHORIZED get the warning that Node prints about it.
 */
const isWatched = Symbol.for('kubectl-debug: warnings fail the run');
const marks = globalThis as { [isWatched]?: true };

if (marks[isWatched] === undefined) {
  marks[isWatched] = true;
  process.on('warning', (warning) => {
    if (warning.message.includes('NODE_TLS_REJECT_UNAUTHORIZED')) return;
    throw warning;
  });
}

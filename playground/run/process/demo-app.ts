/** The command line that an app container without a command has: what `ps` and /proc/1/cmdline show. */
export const DEMO_APP_COMMAND = ['/app', '--port', '8080'] as const;
/** The command line of the first process of a pod whose containers share one PID namespace. */
export const PAUSE_COMMAND = ['/pause'] as const;
/** Where the program's text lies in the container; short, because the rest of the old command line stays as NULs. */
export const DEMO_APP_SCRIPT_PATH = '/app.js';

/**
 * The program that people debug in the playground: prints a line now and then, ends at SIGTERM, and answers
 * to nothing else. Started as `/pause` it is silent.
 */
export const DEMO_APP_SCRIPT = `
process.title = [process.argv0, ...process.argv.slice(2)].join(' ');
const isPause = process.argv0 === '/pause';
const say = (line) => { if (!isPause) console.log(line); };
process.on('SIGTERM', () => { say('stopping on SIGTERM'); process.exit(0); });
process.on('SIGINT', () => { say('stopping on SIGINT'); process.exit(0); });
say('started ' + process.title);
let ticks = 0;
setInterval(() => { ticks += 1; say('tick ' + ticks); }, 5000);
`;

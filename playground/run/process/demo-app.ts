/** The command line of an app container without a command, as `ps` and /proc/1/cmdline show it. */
export const DEMO_APP_COMMAND = ['/app', '--port', '8080'] as const;
/** The command line of the first process of a pod whose containers share one PID namespace. */
export const PAUSE_COMMAND = ['/pause'] as const;
/** The path of the program's source in the container; short, because the rest of the old command line becomes NULs. */
export const DEMO_APP_SCRIPT_PATH = '/app.js';

/**
 * The program to debug in the playground: prints a line now and then, and ends at SIGTERM. Started as `/pause` it
 * prints nothing.
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

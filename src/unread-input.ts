/** Where Linux has the streams of a process, to be opened once more. */
const STDIN = '/proc/self/fd/0';
const STDIN_POSITION = '/proc/self/fdinfo/0';

type Builtins = Pick<NodeJS.Process, 'getBuiltinModule' | 'platform'>;

/**
 * Whether something is to be had from stdin that nobody has read: the rest of a file, or what is in a pipe by now. Takes
 * none of it, as a loop of a shell (`while read pod`) may want it after us. False for a terminal, for what is at its
 * end, and where the system cannot tell, as for a socket. Never rejects.
 */
export async function hasUnreadInput(process: Builtins): Promise<boolean> {
  const { fstatSync } = process.getBuiltinModule('node:fs');
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) return stats.size > readPosition(process);
    if (!stats.isFIFO()) return false;
    // Elsewhere than on Linux the size of a pipe is what is in it.
    return process.platform === 'linux' ? await hasPipedInput(process) : stats.size > 0;
  } catch {
    return false; // stdin is closed, or there is no /proc
  }
}

/** How far a file was read, by us or by who had it before; the start where the system does not tell. */
function readPosition({ getBuiltinModule, platform }: Builtins): number {
  if (platform !== 'linux') return 0;
  const told = getBuiltinModule('node:fs').readFileSync(STDIN_POSITION, 'utf8');
  return Number(/^pos:\s*(\d+)/m.exec(told)?.[1] ?? 0);
}

/**
 * A pipe is ready to be read when something is in it, and at its end. While we could write to it ourselves it has no end,
 * so it is ready only for the first reason. A reader without room for a byte is told so (ENOBUFS) in place of one.
 */
async function hasPipedInput({ getBuiltinModule }: Builtins): Promise<boolean> {
  const { openSync, closeSync, constants } = getBuiltinModule('node:fs');
  const { Socket } = getBuiltinModule('node:net');
  const writer = openSync(STDIN, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    // Opened anew, as not to wait is a property that all who hold the same opened pipe share.
    const fd = openSync(STDIN, constants.O_RDONLY | constants.O_NONBLOCK);
    const onread = { buffer: Buffer.alloc(0), callback: () => true };
    const options = { fd, readable: true, writable: false, onread };
    const reader = new Socket(options);
    const ready = new Promise<true>((resolve) => reader.on('error', () => resolve(true)));
    reader.resume();
    const isReady = await Promise.race([ready, severalTurns()]);
    reader.destroy();
    return isReady;
  } finally {
    closeSync(writer);
  }
}

/** The first turn may end before the system is asked what is ready. */
async function severalTurns(): Promise<false> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  return false;
}

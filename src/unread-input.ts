/** Where Linux lets a process open its streams again. */
const STDIN = '/proc/self/fd/0';
const STDIN_POSITION = '/proc/self/fdinfo/0';

type Builtins = Pick<NodeJS.Process, 'getBuiltinModule' | 'platform'>;

/**
 * Whether stdin has unread input: the rest of a file, or what a pipe holds by now. Consumes nothing, as a loop of a shell
 * (`while read pod`) may read it later. False for a terminal, at the end of the input, and if the system cannot tell, as
 * for a socket. Never rejects.
 */
export async function hasUnreadInput(process: Builtins): Promise<boolean> {
  const { fstatSync } = process.getBuiltinModule('node:fs');
  try {
    const stats = fstatSync(0);
    if (stats.isFile()) return stats.size > readPosition(process);
    if (!stats.isFIFO()) return false;
    // On other systems than Linux the size of a pipe is how much it holds.
    return process.platform === 'linux' ? await hasPipedInput(process) : stats.size > 0;
  } catch {
    return false; // stdin is closed, or there is no /proc
  }
}

/** How far stdin, a file, was read, by us or by an earlier process; 0 if the system cannot tell. */
function readPosition({ getBuiltinModule, platform }: Builtins): number {
  if (platform !== 'linux') return 0;
  const told = getBuiltinModule('node:fs').readFileSync(STDIN_POSITION, 'utf8');
  return Number(/^pos:\s*(\d+)/m.exec(told)?.[1] ?? 0);
}

/**
 * A pipe is readable if it holds something, and at its end. It has no end while we have it open for writing, so then it
 * is readable only if it holds something. A reader with an empty buffer gets ENOBUFS and consumes nothing.
 */
async function hasPipedInput({ getBuiltinModule }: Builtins): Promise<boolean> {
  const { openSync, closeSync, constants } = getBuiltinModule('node:fs');
  const { Socket } = getBuiltinModule('node:net');
  const writer = openSync(STDIN, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    // Open it again: O_NONBLOCK would apply to all processes that share the open pipe.
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

/** Several turns of the event loop: the first one may end before it polls. */
async function severalTurns(): Promise<false> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  return false;
}

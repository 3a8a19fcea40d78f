import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { someBytes } from '../samples/some-bytes.ts';
import { DEBUG_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { APP_CONTAINER, aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { startProgram, type RunningProgram } from './program.ts';

/** Serves each connection of a port by a command; the two kinds of busybox's nc differ. */
const serve = (port: number, command: string): string =>
  `nc -lk -p ${port} -e ${command} || exec nc -ll -p ${port} -e ${command}`;
/** Answers at the end of the input, with the hash of it. */
const HASHING = 9000;
/** Never answers, and does not notice that a connection has ended. */
const SILENT = 9001;
/** What the level restricted asks of a container, and of its pod. */
const CONFINED = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const AS_USER = { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } };

const WEB = { securityContext: AS_USER, containers: [{ ...APP_CONTAINER, securityContext: CONFINED }] };
const LEVELS = ['baseline', 'restricted'] as const;

let namespace: Namespace;
let server: string;
beforeAll(async () => {
  namespace = await createNamespace('relay');
  await namespace.create([
    // A pod of each level: what one level let into a pod, a stricter one holds against it.
    ...LEVELS.map((level) => aPod(level, WEB)),
    aPod('server', {
      containers: [
        shellContainer('hashing', serve(HASHING, 'sha256sum')),
        shellContainer('silent', serve(SILENT, 'sleep 3600')),
      ],
    }),
  ]);
  server = (await namespace.read('server')).status?.podIP ?? '';
});
afterAll(() => namespace.remove());

/** A forward to a port of the server, from inside a pod, and its local port. */
async function forward(
  pod: string,
  remote = HASHING,
): Promise<{ readonly program: RunningProgram; readonly port: number }> {
  const words = [pod, `:${server}:${remote}`, `--namespace=${namespace.name}`];
  const program = startProgram(['forward', '--address=127.0.0.1', ...words, `--image=${DEBUG_IMAGE}`]);
  return { program, port: await program.localPort() };
}

function dial(port: number): Socket {
  return connect({ port, host: '127.0.0.1', allowHalfOpen: true });
}

/** Sends all of it, ends that, and reads the answer to its end. */
async function hashBy(port: number, bytes: Buffer): Promise<string> {
  const socket = dial(port);
  let answer = '';
  socket.on('data', (piece: Buffer) => (answer += piece.toString()));
  socket.end(bytes);
  await once(socket, 'end');
  return answer.slice(0, 64);
}

/** The lines of `ps` about the programs that hold connections in the pod. */
async function connectors(pod: string): Promise<string> {
  const [keeper] = await namespace.ephemeralContainers(pod);
  const { name } = keeper as { readonly name: string };
  const list = ['exec', '-n', namespace.name, pod, '-c', name, '--', 'ps'];
  return (await kubectl(list))
    .split('\n')
    .filter((line) => line.includes(` ${server} `))
    .join('\n');
}

it.each(LEVELS)('reaches what the pod can reach at level %s', async (level) => {
  await namespace.enforce(level);
  const { program, port } = await forward(level);
  const bytes = someBytes(300_000);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const answers: string[] = [];
  // The queue of busybox's nc has hardly room for connections that come at once.
  while (answers.length < 40)
    answers.push(...(await Promise.all(Array.from({ length: 5 }, () => hashBy(port, bytes)))));
  expect(new Set(answers)).toEqual(new Set([hash]));
  program.kill('SIGINT');
  await program.ended;
});

it('says why a host cannot be reached', async () => {
  const { program, port } = await forward('restricted', 1);
  await expect(once(dial(port), 'data')).rejects.toMatchObject({ code: 'ECONNRESET' });
  await program.waitFor('stderr', new RegExp(`${server}:1 from pod .*: connection refused`));
  program.kill('SIGINT');
  await program.ended;
});

it('leaves no connection in the pod when the program is killed, not one to a silent server either', async () => {
  const { program, port } = await forward('restricted', SILENT);
  const idle = dial(port).on('error', () => undefined);
  idle.write('hello');
  await eventually('a connection', async () => ((await connectors('restricted')) === '' ? undefined : true));
  program.kill('SIGKILL');
  await program.ended;
  await eventually('no connection', async () => ((await connectors('restricted')) === '' ? true : undefined));
  idle.destroy();
});

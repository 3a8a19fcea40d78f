import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runsOf } from '../drivers/soak.ts';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { endPrograms, runProgram, type ProgramResult } from './program.ts';
import { closeTerminals, openTerminal } from './terminal.ts';

/** Runs in all, as many at a time as there are pods; each pod takes few debug containers, as its events are rationed. */
const PODS = Array.from({ length: 6 }, (_, index) => `app-${index}`);
const RUNS = runsOf(120);
const LINES = 200;

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('whole');
  await namespace.create(PODS.map((name) => aPod(name)));
});
afterEach(() => {
  endPrograms();
  closeTerminals();
});
afterAll(() => namespace.remove());

const debug = (pod: string, ...flags: readonly string[]): readonly string[] => [
  pod,
  `--namespace=${namespace.name}`,
  `--image=${DEBUG_IMAGE}`,
  '-q',
  ...flags,
];

/** Prints at once, then stays until a busy node's runtime has taken all of it. */
const PRINTS_AT_ONCE = `i=0; while [ $i -lt ${LINES} ]; do echo out-$i; echo err-$i >&2; i=$((i+1)); done; sleep 2; exit 7`;
const PRINTS_ON_STDOUT = `i=0; while [ $i -lt ${LINES} ]; do echo out-$i; i=$((i+1)); done; sleep 2; exit 7`;

const lines = (stream: 'out' | 'err'): readonly string[] =>
  Array.from({ length: LINES }, (_, index) => `${stream}-${index}`);
const linesOf = (text: string, stream: 'out' | 'err'): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith(`${stream}-`));

/** Runs `run` so often in each pod that there are `count` runs; those in one pod come one after the other. */
async function inEachPod<T>(count: number, run: (pod: string) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  let begun = 0;
  const worker = async (pod: string): Promise<void> => {
    while (begun < count) {
      begun += 1;
      results.push(await run(pod));
    }
  };
  await Promise.all(PODS.map(worker));
  return results;
}

const numberOf = (line: string): number => Number(line.split('-')[1]);
const isSorted = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? number));

/** Where a line that nobody heard comes does not count here, only that it comes once, and in its order. */
function judge({ stdout, stderr, exitCode }: ProgramResult): unknown {
  const [heard, unheard] = [linesOf(stderr, 'err'), linesOf(stdout, 'err')];
  const isInOrder = [heard, unheard].every((found) => isSorted(found.map(numberOf)));
  return {
    exitCode,
    isInOrder,
    out: linesOf(stdout, 'out'),
    outOnErr: linesOf(stderr, 'out'),
    err: [...heard, ...unheard].toSorted((one, other) => numberOf(one) - numberOf(other)),
    others: `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !/^(?:out|err)-\d+$/.test(line)),
  };
}

describe('a container that prints at once', () => {
  it('is shown whole without a terminal, each line once and in order, stdout never on stderr', async () => {
    const results = await inEachPod(RUNS / 2, (pod) =>
      runProgram(debug(pod, '--', 'sh', '-c', PRINTS_AT_ONCE)),
    );
    const whole = {
      exitCode: 7,
      isInOrder: true,
      out: lines('out'),
      outOnErr: [],
      err: lines('err'),
      others: [],
    };
    expect(results.map(judge)).toEqual(results.map(() => whole));
    expect(results.length).toBeGreaterThanOrEqual(RUNS / 2);
  });

  it('is shown whole on a terminal', async () => {
    const results = await inEachPod(RUNS / 2, async (pod) => {
      const terminal = await openTerminal();
      await terminal.start(debug(pod, '-it', '--', 'sh', '-c', PRINTS_ON_STDOUT));
      const exitCode = await terminal.exitCode();
      return { exitCode, out: linesOf(terminal.shown().replaceAll('\r', ''), 'out') };
    });
    expect(results).toEqual(results.map(() => ({ exitCode: 7, out: lines('out') })));
  });
});

it('puts on stderr what is printed there once the session is under way', async () => {
  const script = `sleep 4; ${PRINTS_AT_ONCE}`;
  const { stdout, stderr, exitCode } = await runProgram(debug('app-0', '--', 'sh', '-c', script));
  expect(stdout).toBe(
    lines('out')
      .map((line) => `${line}\n`)
      .join(''),
  );
  expect(stderr).toBe(
    lines('err')
      .map((line) => `${line}\n`)
      .join(''),
  );
  expect(exitCode).toBe(7);
});

it('takes 100 MiB of any bytes to a command and back', async () => {
  const input = randomBytes(100 * 1024 * 1024);
  const { stdoutBytes, exitCode } = await runProgram(debug('app-1', '-i', '--', 'cat'), { input });
  const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect(stdoutBytes.length).toBe(input.length);
  expect(sha256(stdoutBytes)).toBe(sha256(input));
  expect(exitCode).toBe(0);
});

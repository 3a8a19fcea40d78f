import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Hook, HookRequest } from '../../playground/hook.ts';
import { finish } from '../drivers/run-command.ts';
import { runPlayground, type RunPlayground } from '../drivers/run-playground.ts';

/** `GET pods`, `WATCH events`, `GET attach`: what a request is for. */
function shortOf({ method, path, query }: HookRequest): string {
  const verb = query.has('watch') ? 'WATCH' : method;
  return `${verb} ${path.split('/').at(-1)?.replace(pod, 'pod') ?? ''}`;
}

/** What waits, and what ends the wait. */
function aGate() {
  let open = (): void => undefined;
  const opened = new Promise<undefined>((resolve) => (open = () => resolve(undefined)));
  return { opened, open };
}

/** Answers no request before all requests of its round have come: a program that waits in between waits for ever. */
function holdRounds(rounds: readonly (readonly string[])[]): {
  readonly hook: Hook;
  readonly further: string[];
} {
  const further: string[] = [];
  const open = rounds.map((requests) => ({
    missing: [...requests],
    answer: aGate(),
  }));
  const hook: Hook = (request) => {
    const short = shortOf(request);
    const round = open.find(({ missing }) => missing.includes(short));
    if (round === undefined) return void further.push(short);
    round.missing.splice(round.missing.indexOf(short), 1);
    if (round.missing.length === 0) round.answer.open();
    return round.answer.opened;
  };
  return { hook, further };
}

let hook: Hook = () => undefined;
let cluster: RunPlayground;
let pod: string;
beforeAll(async () => {
  cluster = await runPlayground((request) => hook(request));
  pod = await cluster.makePod();
});
afterAll(() => cluster.close());

const REVIEW = 'POST selfsubjectaccessreviews';
/** The pod and the rights, the change, the container: each needs the answer of the one before. */
const SESSION = [
  ['GET pod', REVIEW, REVIEW],
  ['PATCH ephemeralcontainers', 'WATCH events'],
  ['GET attach', 'WATCH pods'],
];

describe('waits for no more answers than it needs', () => {
  it.each([
    { label: 'a list', words: () => ['pods'], rounds: [['GET pods']], exitCode: 0 },
    { label: 'a command', words: () => [pod, '-q', '--', 'true'], rounds: SESSION, exitCode: 0 },
    {
      label: 'a shell',
      words: () => [pod, '-it', '--image=busybox', '-q', '--', 'sh', '-c', 'exit 3'],
      rounds: SESSION,
      exitCode: 3,
    },
    {
      label: 'the rights',
      words: () => ['check', pod],
      rounds: [
        ['GET pod'],
        [...Array<string>(14).fill(REVIEW), 'GET version', 'GET default'],
        ['GET attach'],
      ],
      further: ['POST selfsubjectreviews', ...Array<string>(5).fill('PATCH ephemeralcontainers')],
      exitCode: 0,
    },
  ])('for $label', async ({ words, rounds, further = [], exitCode }) => {
    const held = holdRounds(rounds);
    hook = held.hook;
    const result = await finish(cluster.start(words(), { isTerminal: words().includes('-it') }));
    expect(result.exitCode).toBe(exitCode);
    // A slow container is tried again, and at the end the log and the status can say what came last.
    const others = held.further.filter((short) => !/^(?:WATCH|GET (?:pod|log|attach)$)/.test(short));
    expect(others.sort()).toEqual([...further].sort());
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { APP_COMMAND_LINE, APP_CONTAINER, aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram } from './program.ts';
import { closeTerminals, CTRL_C, openTerminal } from './terminal.ts';

const NAMES = ['single', 'twin-a', 'twin-b', 'several'];
const template = {
  metadata: { labels: { app: 'web' } },
  spec: { ...aPod('').spec },
};
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template },
};

/** The pod has one network, so each needs a port of its own. */
const SECOND = { ...APP_CONTAINER, name: 'second', env: [{ name: 'PORT', value: '8081' }] };

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('words');
  await kubectl(['create', '-n', namespace.name, '-f', '-'], JSON.stringify(deployment));
  await namespace.create(
    NAMES.map((name) => aPod(name, name === 'several' ? { containers: [APP_CONTAINER, SECOND] } : {})),
  );
});
afterEach(() => {
  endPrograms();
  closeTerminals();
});
afterAll(() => namespace.remove());

const SHOW_TARGET = `tr '\\0' ' ' < /proc/1/cmdline; echo shown\r`;

describe('on a terminal', () => {
  it.each([
    { words: 'single', chosen: ' · app · ' },
    { words: 'sing', chosen: 'e2e-words-' },
    { words: 'deploy/web', chosen: 'of deployment/web' },
  ])('opens a shell that sees the app for: $words', async ({ words, chosen }) => {
    const terminal = await openTerminal();
    await terminal.start([words, `--namespace=${namespace.name}`]);
    await terminal.waitFor('# ');
    terminal.type(SHOW_TARGET);
    await terminal.waitFor(`${APP_COMMAND_LINE} shown`);
    expect(terminal.shown().replaceAll('\r\n', '')).toContain(chosen);
    terminal.type('exit 6\r');
    expect(await terminal.exitCode()).toBe(6);
  });

  it('asks which pod, which container, and then has the keys of the session', async () => {
    const terminal = await openTerminal();
    await terminal.start(['several', `--namespace=${namespace.name}`]);
    await terminal.waitFor('which one?');
    terminal.type('seco');
    await terminal.waitFor('1 match');
    terminal.type('\r');
    await terminal.waitFor('# ');
    terminal.type('echo typed-$((1+1)); exit 4\r');
    await terminal.waitFor('typed-2');
    expect(await terminal.exitCode()).toBe(4);
    const [container] = await namespace.ephemeralContainers('several');
    expect(container?.targetContainerName).toBe('second');
  });

  it('debugs nothing when Ctrl-C answers the question', async () => {
    const terminal = await openTerminal();
    const before = terminal.modes();
    await terminal.start(['twin', `--namespace=${namespace.name}`]);
    await terminal.waitFor('twin-b');
    terminal.type(CTRL_C);
    expect(await terminal.exitCode()).toBe(130);
    expect(terminal.modes()).toBe(before);
    expect(await namespace.ephemeralContainers('twin-a')).toEqual([]);
    expect(await namespace.ephemeralContainers('twin-b')).toEqual([]);
  });
});

describe('in a script', () => {
  it.each([
    { words: ['single', '--', 'sh', '-c', 'echo out; exit 3'] },
    { words: ['-p', 'pod/single', 'sh', '-c', 'echo out; exit 3'] },
    { words: ['-m', 'busybox:1.37.0-musl', 'single', 'sh', '-c', 'echo out; exit 3'] },
    { words: ['--target=auto', 'deploy/web', '--', 'sh', '-c', 'echo out; exit 3'] },
  ])('runs a command for: $words', async ({ words }) => {
    const result = await runProgram([`--namespace=${namespace.name}`, ...words]);
    expect(result).toMatchObject({ stdout: 'out\n', exitCode: 3 });
  });

  it.each([
    { words: 'sing', hint: 'did you mean single?' },
    { words: 'signle', hint: 'did you mean single?' },
    { words: 'twin', hint: 'did you mean one of twin-a, twin-b?' },
  ])('never guesses what $words means', async ({ words, hint }) => {
    const { exitCode, stderr } = await runProgram([words, `--namespace=${namespace.name}`, '--', 'true']);
    expect(exitCode).toBe(125);
    expect(stderr).toContain(`[not-found]\nhint: ${hint}`);
  });
});

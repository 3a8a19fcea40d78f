import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startProgress } from '../../src/output/say/progress.ts';
import { renderError } from '../../src/output/say/print-error.ts';
import { NO_EXPECTATION } from '../../src/audit/results/fold/expectation.ts';
import { makeResults } from '../../src/audit/results/make-results.ts';
import { aKubeconfig } from '../builders/a-kubeconfig.ts';
import { aPod, running } from '../builders/a-pod.ts';
import { aRunRow, aRunSummary } from '../builders/a-run-row.ts';
import { anIo } from '../builders/an-io.ts';
import { findLeak, hostileText, poison, randomOf } from '../samples/hostile-text.ts';
import { aFolder } from '../builders/a-folder.ts';
import { aLocalServer, json, type Responder, type SeenRequest } from '../servers/local-server.ts';
import { finish, startCommand } from '../drivers/run-command.ts';
import { until } from '../drivers/until.ts';

const folder = await aFolder();

const POD = aPod({
  name: 'web-1',
  namespace: 'default',
  apps: [{ name: 'app', image: 'app:1' }],
  ephemerals: [
    { name: 'dbg', image: 'busybox', targetContainerName: 'app', state: running() },
    { name: 'dbg2', image: 'busybox', state: running() },
  ],
  metadata: {
    annotations: { note: 'x' },
    managedFields: [{ manager: 'kubectl-debug', operation: 'Update' }],
  },
});

const MESSAGES: readonly string[] = [
  'pods "web-1" is forbidden: violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "x" must set it)',
  'admission webhook "a.example" denied the request: image tag',
  'pods "web-1" is forbidden: User "dev" cannot patch resource "pods/ephemeralcontainers" in API group "" in the namespace "default"',
  'Internal error occurred: failed calling webhook "w": no endpoints',
  'Pod "web-1" is invalid: spec: Invalid value',
  'etcdserver: request is too large',
];
const CODES = [400, 401, 403, 403, 403, 404, 409, 410, 413, 422, 429, 500, 503];

const pick = <T>(items: readonly T[], random: () => number): T =>
  items[Math.floor(random() * items.length)] as T;

function refusal(random: () => number): { readonly code: number; readonly body: object } {
  const code = pick(CODES, random);
  const details = { kind: 'pods', name: 'x', causes: [{ field: 'spec', message: 'why', reason: 'r' }] };
  return {
    code,
    body: {
      kind: 'Status',
      code,
      status: 'Failure',
      reason: 'Forbidden',
      message: pick(MESSAGES, random),
      details,
    },
  };
}

/** A header may hold what Latin-1 has of C1; `aRawServer` sends what Node refuses to. */
const HEADER = `299 - "4711${Buffer.from('\u009b2J\u202e\u200b').toString('latin1')}"`;

/** What a server answers that makes hostile objects of everything; some requests it refuses. */
function hostileServer(random: () => number, refuses: number): Responder {
  const send = (response: ServerResponse, body: unknown, code = 200): void => {
    response.setHeader('warning', HEADER);
    response.setHeader('x-more', HEADER);
    json(response, body, code);
  };
  return (request, response) => {
    const answer = answerTo(request, random);
    if (answer === undefined || random() < refuses) {
      const { code, body } = refusal(random);
      send(response, poison(body, random), code);
    } else send(response, answer);
  };
}

const IDENTITY = ['kind', 'apiVersion', 'uid', 'resourceVersion', 'phase', 'startedAt', 'creationTimestamp'];

/** Hostile in what is shown; what decides the way that a command takes stays at times. */
function hostilePod(random: () => number): object {
  const keep = random() < 0.5 ? [...IDENTITY, 'name', 'namespace'] : IDENTITY;
  const text = JSON.stringify(POD, (key, value: unknown) =>
    keep.includes(key) || typeof value !== 'string' ? value : poison(value, random),
  );
  return JSON.parse(text) as object;
}

// eslint-disable-next-line complexity -- a table of addresses
function answerTo({ method, path }: SeenRequest, random: () => number): object | undefined {
  const some = (): object[] => [hostilePod(random), hostilePod(random), hostilePod(random)];
  if (path.includes('watch=')) return undefined;
  if (path.includes('selfsubjectaccessreviews'))
    return { status: { allowed: random() < 0.5, reason: poison('because', random, 0) } };
  if (path.includes('selfsubjectreviews'))
    return { status: { userInfo: { username: poison('me', random, 0), groups: [poison('g', random, 0)] } } };
  if (path.startsWith('/version'))
    return { major: '1', minor: '37', gitVersion: poison('v1.37.0', random, 0), platform: 'x' };
  if (/\/events/.test(path))
    return {
      kind: 'EventList',
      items: [{ reason: 'Failed', message: poison('Error: no such host', random, 0) }],
    };
  if (/\/pods(?:\?|$)/.test(path) && method === 'GET')
    return { kind: 'PodList', metadata: { resourceVersion: '1' }, items: some() };
  if (/\/pods\/[^/]+(?:\/ephemeralcontainers)?(?:\?|$)/.test(path) || method === 'POST')
    return hostilePod(random);
  if (/\/namespaces\/[^/?]+(?:\?|$)/.test(path))
    return {
      metadata: {
        name: 'default',
        labels: { 'pod-security.kubernetes.io/enforce': poison('baseline', random, 0.5) },
      },
    };
  const meta = {
    metadata: { name: poison('web', random, 0.3), uid: 'u' },
    spec: { selector: { matchLabels: { app: 'web' } } },
  };
  return /\/[a-z]+s\/[^/?]+(?:\?|$)/.test(path) ? meta : { items: [meta] };
}

const FLOWS: readonly (readonly string[])[] = [
  ['web-1', '--image=busybox', '--attach=false'],
  ['web-1', '--image=busybox', '--attach=false', '--target=app', '-v=9'],
  ['web-1', '--image=busybox', '--target=auto', '--dry-run=server', '-o', 'yaml'],
  ['web-1', '--image=busybox', '--dry-run=client', '-o', 'json'],
  ['web-1', '--image=busybox', '--copy-to=copy', '--attach=false'],
  ['web-', '--image=busybox', '--attach=false'],
  ['deploy/web', '--image=busybox', '--attach=false'],
  ['node/n1', '--image=busybox', '--attach=false'],
  ['web-1', '--image=busybox', '--rootfs', '--target=app', '--attach=false'],
  ['pods'],
  ['pods', 'web-1', '-o', 'wide', '-v=8'],
  ['pods', 'deploy/web', '--explain'],
  ['pods', '--ephemeral-containers', '-A'],
  ['check'],
  ['check', 'web-1'],
  ['stop', 'web-1', '--dry-run=client'],
  ['stop', '--older-than=1s', '-A', '--dry-run=client'],
  ['attach', 'web-1', '-c', 'dbg', '--via=log', '--no-reconnect', '--timeout=300ms'],
  ['attach', 'web-1', '-c', 'nobody'],
  ['attach', 'web-1'],
  ['attach'],
  ['stop', 'web-1'],
  ['web-1', '--image=busybox'],
  ['audit', 'web-1', '--yes', '--timeout=1s', '--', 'id'],
  ['audit', '-l', 'a=b', '--timeout=1s', '--', 'id'],
  ['completion', '--', 'attach', ''],
  ['completion', '--', 'web-1', '--target', ''],
];

/** One call against a server of its own; what is asked on the terminal is left, what hangs is ended. */
async function leakOf(argv: readonly string[], seed: number): Promise<string> {
  const random = randomOf(seed);
  const server = await aLocalServer(hostileServer(random, seed % 3 === 0 ? 0.4 : 0));
  const file = aKubeconfig({ server: server.url }, { token: 't' });
  const kubeconfig = await folder.write(`kubeconfig-${seed}`, file);
  const command = startCommand(argv, { kubeconfig, isTerminal: true, env: { XDG_STATE_HOME: folder.path } });
  // After three seconds of turns that the command had, too.
  let turns = 0;
  const asked = setInterval(() => {
    command.stdin.write('\u0003');
    turns += 1;
    if (turns % 150 === 0) command.deliver('SIGTERM');
  }, 20);
  await command.ended.finally(() => clearInterval(asked));
  const [stdout, stderr] = [command.stdoutText(), command.stderrText()];
  const leak = findLeak(stdout, { tabs: argv[0] === 'completion' }) ?? findLeak(stderr);
  return leak ?? `clean, ${stdout + stderr === '' ? 'and nothing' : 'of a text'}`;
}

describe('a hostile server', () => {
  it.each(FLOWS.map((argv) => ({ argv })))('gets nothing onto a terminal: $argv', async ({ argv }) => {
    const seeds = Array.from({ length: 4 }, (_, index) => index + 1);
    const leaks = await Promise.all(seeds.map((seed) => leakOf(argv, seed)));
    expect(leaks.filter((leak) => !leak.startsWith('clean'))).toEqual([]);
    expect(leaks).toContain('clean, of a text');
  });

  it.each([{ argv: ['pods'] }, { argv: ['web-1', '--image=busybox', '--attach=false', '-v=9'] }])(
    'gets nothing onto a terminal by bytes that HTTP forbids: $argv',
    async ({ argv }) => {
      const bytes = 'x\u001b]0;pwned\u0007\u009b2J\u007f\u202e';
      for (const head of [
        `HTTP/1.1 500 ${bytes}\r\nContent-Length: 0\r\n\r\n`,
        `HTTP/1.1 200 OK\r\nWarning: 299 - "${bytes}"\r\nContent-Length: 2\r\n\r\n{}`,
        `HTTP/1.1 307 ${bytes}\r\nLocation: http://${bytes}/\r\nContent-Length: 0\r\n\r\n`,
        `HTTP/1.1 200 OK\r\nContent-Type: ${bytes}\r\nContent-Length: 3\r\n\r\n\u001b[2J`,
        bytes,
      ]) {
        const server = await aLocalServer((_request, response) => response.socket?.end(head));
        const kubeconfig = await folder.write(
          'kubeconfig',
          aKubeconfig({ server: server.url }, { token: 't' }),
        );
        const { exitCode, stderr, stdout } = await finish(
          startCommand(argv, { kubeconfig, isTerminal: true }),
        );
        expect(exitCode).not.toBe(0);
        expect([head, findLeak(stdout + stderr)]).toEqual([head, undefined]);
      }
    },
  );
});

/** Calls that cannot work, as nothing listens there; the whole of a word, or its end, is hostile. */
const TYPED: readonly ((text: string) => readonly string[])[] = [
  (text) => [text, '--image=busybox'],
  (text) => [`web-1/${text}`, '--image=busybox'],
  (text) => ['web-1', `--image=${text}`],
  (text) => ['web-1', '--image=busybox', '-n', text],
  (text) => ['web-1', '--image=busybox', '-c', text],
  (text) => ['web-1', '--image=busybox', `--target=${text}`],
  (text) => ['web-1', '--image=busybox', `--env=${text}`],
  (text) => ['web-1', '--image=busybox', `--profile=${text}`],
  (text) => ['web-1', '--image=busybox', `--custom=${text}`],
  (text) => ['web-1', '--image=busybox', `--copy-to=${text}`],
  (text) => ['web-1', '--image=busybox', '-f', text],
  (text) => ['web-1', '--image=busybox', `--${text}`],
  (text) => ['web-1', '--image=busybox', '--', text],
  (text) => ['web-1', `--context=${text}`],
  (text) => ['web-1', `--user=${text}`],
  (text) => ['web-1', `--server=${text}`],
  (text) => ['web-1', `--server=http://${text}`],
  (text) => ['web-1', `--token=${text}`],
  (text) => ['web-1', `--as=${text}`],
  (text) => ['web-1', `--kubeconfig=${text}`],
  (text) => ['web-1', `--proxy-url=${text}`],
  (text) => ['web-1', `--certificate-authority=${text}`],
  (text) => ['web-1', `--request-timeout=${text}`],
  (text) => ['pods', '-o', text],
  (text) => ['pods', '-o', `custom-columns=${text}`],
  (text) => ['pods', '-o', `jsonpath={${text}`],
  (text) => ['pods', '-l', text, `--sort-by=${text}`],
  (text) => ['attach', text, '-c', text],
  (text) => ['stop', `--older-than=${text}`],
  (text) => ['check', '-o', text],
  (text) => ['audit', `--resume=${text}`],
  (text) => ['audit', 'web-1', `--mask=${text}`, `--expect=/${text}/`, '--', text],
  (text) => ['audit', 'merge', text],
  (text) => ['completion', text],
  (text) => ['web-1', '--image=busybox', '--show-kubectl', '-n', text, '--', text],
];

const RUNS = { seed: 14, numRuns: 60 };

describe('hostile text', () => {
  it('that is typed does not come back to the terminal', async () => {
    const kubeconfig = await folder.write('typed', aKubeconfig({ server: 'http://127.0.0.1:1' }));
    const typed = fc.tuple(fc.constantFrom(...TYPED), hostileText);
    await fc.assert(
      fc.asyncProperty(typed, async ([write, text]) => {
        const argv = write(text.replaceAll('\0', ''));
        const { stdout, stderr } = await finish(startCommand(argv, { kubeconfig, isTerminal: true }));
        expect([argv, findLeak(stdout, { tabs: true }), findLeak(stderr)]).toEqual([
          argv,
          undefined,
          undefined,
        ]);
      }),
      { ...RUNS, numRuns: 200 },
    );
  });

  it('of a kubeconfig does not come to the terminal', async () => {
    const exec = {
      command: 'no-such-plugin',
      args: ['a'],
      apiVersion: 'client.authentication.k8s.io/v1',
      interactiveMode: 'Never',
      installHint: 'get it',
    };
    const cluster = {
      server: 'https://127.0.0.1:1',
      'proxy-url': 'http://127.0.0.1:1',
      'tls-server-name': 'x',
      'certificate-authority': '/no/file',
    };
    const users = [
      { exec },
      { token: 't' },
      { tokenFile: '/no/file' },
      { 'client-certificate': '/a', 'client-key': '/b' },
      { username: 'u', password: 'p' },
      { 'auth-provider': { name: 'gcp' } },
    ];
    for (let seed = 1; seed <= RUNS.numRuns; seed += 1) {
      const random = randomOf(seed);
      const file = poison(
        aKubeconfig(cluster, users[seed % users.length] ?? {}, { namespace: 'shop' }),
        random,
        0.9,
      );
      const kubeconfig = await folder.write('hostile', file as object);
      const argv = pick(
        [
          ['pods', '-v=6'],
          ['web-1', '--image=busybox'],
          ['check', '-v=8'],
          ['pods', '--context=nobody'],
        ],
        random,
      );
      const { stdout, stderr } = await finish(startCommand(argv, { kubeconfig, isTerminal: true }));
      expect([file, findLeak(stdout + stderr)]).toEqual([file, undefined]);
    }
  });

  it('of a credential plugin does not come to the terminal', async () => {
    const said = fc.sample(hostileText, { ...RUNS, numRuns: 8 }).map((text) => text.replaceAll('\0', ''));
    for (const [index, text] of said.entries()) {
      const output = await folder.write('said', text);
      const plugin = await folder.write(
        `plugin-${index}${text.replaceAll('/', '')}`,
        `#!/bin/sh\ncat '${output}' >&2\ncat '${output}'\nexit ${index % 2}\n`,
      );
      const exec = {
        command: plugin,
        apiVersion: 'client.authentication.k8s.io/v1',
        interactiveMode: 'Never',
      };
      const kubeconfig = await folder.write(
        'hostile',
        aKubeconfig({ server: 'https://127.0.0.1:1' }, { exec }),
      );
      const env = { PATH: process.env['PATH'] ?? '' };
      const { exitCode, stderr, stdout } = await finish(
        startCommand(['pods', '-v=8'], { kubeconfig, env, isTerminal: true }),
      );
      expect(exitCode).toBe(1);
      expect([text, findLeak(stdout), findLeak(stderr, { tabs: true })]).toEqual([
        text,
        undefined,
        undefined,
      ]);
    }
  });

  it('of manifests, files and variables does not come to the terminal', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-1', namespace: 'shop' },
      spec: { containers: [{ name: 'app', image: 'x' }] },
    };
    for (let seed = 1; seed <= RUNS.numRuns; seed += 1) {
      const random = randomOf(seed);
      const [text = ''] = fc.sample(hostileText, { seed, numRuns: 1 });
      const name = `m${text.replaceAll(/[/\0]/g, '')}.json`;
      const body = seed % 4 === 0 ? `{"kind": "${text}` : (poison(pod, random, 0.6) as object);
      const manifest = await folder.write(name, body);
      const kubeconfig = await folder.write('hostile', aKubeconfig({ server: 'http://127.0.0.1:1' }));
      const argv = pick(
        [
          ['--image=x', '-f', manifest, '--copy-to=a', '--dry-run=client', '-o', 'yaml'],
          ['pods', '-f', manifest],
          ['web-1', '--image=x', `--custom=${manifest}`],
          ['audit', 'merge', manifest, manifest],
        ],
        random,
      );
      const env = {
        KUBECTL_DEBUG_IMAGE: text,
        TERM: text,
        HTTPS_PROXY: text,
        NO_PROXY: text,
        XDG_STATE_HOME: text,
      };
      const { stdout, stderr } = await finish(startCommand(argv, { kubeconfig, env, isTerminal: true }));
      expect([argv, findLeak(stdout), findLeak(stderr)]).toEqual([argv, undefined, undefined]);
    }
  });

  it.each([true, false])(
    'in progress does not come to the terminal, which is one: %s',
    async (isTerminal) => {
      const [text = ''] = fc.sample(hostileText, { seed: 3, numRuns: 1 });
      const fake = anIo({ isTerminal });
      const progress = startProgress(fake.io, { quiet: false });
      progress.update(`waiting for ${text}`);
      await fake.advance(4000);
      await until(
        () => fake.stderrText().includes('waiting'),
        () => fake.stderrText(),
      );
      progress.stop();
      expect(text).toContain('4711');
      expect(findLeak(fake.stderrText())).toBeUndefined();
    },
  );

  it('in a mistake of ours does not come to the terminal', () => {
    const error = fc.tuple(hostileText, hostileText);
    fc.assert(
      fc.property(error, ([message, cause]) => {
        const shown = renderError(new TypeError(message, { cause: new Error(cause) }), { stack: true });
        expect(findLeak(shown)).toBeUndefined();
      }),
      RUNS,
    );
  });
});

describe('hostile rows of an audit', () => {
  const FORMATS = ['fold', 'prefix', 'json', 'jsonl', 'junit'] as const;

  it.each(FORMATS)('show nothing that steers a terminal: %s', async (kind) => {
    const fake = anIo({ isTerminal: true });
    const report = `${folder.path}/report-${kind}.html`;
    const results = await makeResults(fake.io, {
      format: kind === 'fold' ? { kind, groupBy: 'owner' } : { kind },
      masks: [],
      expectation: NO_EXPECTATION,
      hasAllContainers: true,
      outputFolder: `${folder.path}/out-${kind}`,
      report: { kind: 'file', file: report, groupBy: 'node' },
      isQuiet: false,
    });
    const summary = aRunSummary({ command: ['sh', '-c', '\u001b]0;x\u0007'], image: 'x\u202e' });
    results.begin(summary);
    const outcomes = ['exited', 'refused', 'not-started', 'unproven', 'skipped'] as const;
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomOf(seed);
      const { startedAt, finishedAt, output, exitCode, ...fields } = aRunRow();
      const reason = { kind: 'forbidden' as const, message: 'why', hint: 'do' };
      const row = poison(
        { ...fields, notes: ['note'], owner: { kind: 'Job', name: 'x' } },
        random,
      ) as typeof fields;
      const bytes = Buffer.from(poison('out\nput\n', random, 0.1) as string);
      await results.accept({
        ...row,
        outcome: pick(outcomes, random),
        reason: { ...reason, ...(poison({ message: 'why', hint: 'do' }, random) as object) },
        exitCode: exitCode ?? 0,
        output: { ...output, bytes },
        startedAt,
        finishedAt,
      });
    }
    await results.finish(summary);
    await results.close();
    expect(findLeak(fake.stdoutText(), { tabs: true })).toBeUndefined();
    expect(findLeak(fake.stderrText())).toBeUndefined();
    expect(findLeak(await readFile(report), { tabs: true })).toBeUndefined();
    const files = await readdir(`${folder.path}/out-${kind}`);
    expect(files.map((file) => findLeak(file)).filter((leak) => leak !== undefined)).toEqual([]);
    expect(files.length).toBeGreaterThan(50);
  });
});

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openLocalTerminal } from '../drivers/local-terminal.ts';
import { DEBUG_IMAGE, KUBECONFIG, STARTED, VIEWER_KUBECONFIG } from './environment.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, runProgram } from './program.ts';
import { untilRightsAreKnown } from './rights.ts';
import { closeTerminals } from './terminal.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('requests');
  await namespace.create([aPod('idle'), aPod('noisy'), aPod('seen-by-viewer'), aPod('polled')]);
});
afterEach(closeTerminals);
afterEach(endPrograms);
afterAll(() => namespace.remove());

/** What a line of -v 6 is about, as people say it. */
function purposeOf(method: string, url: URL): string {
  const resource = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  return `${url.searchParams.has('watch') ? 'watch' : method} ${resource}`;
}

/** Opens a shell, ends it at its prompt, and counts the requests of all that. */
async function countRequests(pod: string, container: string, kubeconfig = KUBECONFIG) {
  const terminal = await openLocalTerminal({ program: STARTED, kubeconfig });
  const where = [pod, '-n', namespace.name, '-c', container];
  await terminal.start([...where, `--image=${DEBUG_IMAGE}`, '-it', '-v=6']);
  await terminal.waitFor('# ');
  terminal.type('exit 4\r');
  expect(await terminal.exitCode()).toBe(4);
  // A request is one line, which a narrow window breaks.
  const text = terminal.shown().replaceAll(/\r?\n/g, ' ');
  const counts: Record<string, number> = {};
  for (const [, method = '', url = ''] of text.matchAll(/(GET|PATCH|POST) (https:\S+) /g)) {
    const purpose = purposeOf(method, new URL(url));
    counts[purpose] = (counts[purpose] ?? 0) + 1;
  }
  // What was printed before the attach, and the target's processes, are looked for beside the session that goes on.
  delete counts['GET log'];
  delete counts['GET exec'];
  return counts;
}

/** Whether the node has reported anything about a debug container. */
async function hasEvents(pod: string, container: string): Promise<boolean> {
  const selector = `involvedObject.name=${pod},involvedObject.fieldPath=spec.ephemeralContainers{${container}}`;
  const found = await kubectl([
    'get',
    'events',
    '-n',
    namespace.name,
    `--field-selector=${selector}`,
    '-o',
    'name',
  ]);
  return found !== '';
}

/** Beside those that attach. */
const requestsOfShell = (pod: string): Readonly<Record<string, number>> => ({
  [`GET ${pod}`]: 1,
  'POST selfsubjectaccessreviews': 2,
  'PATCH ephemeralcontainers': 1,
  'watch events': 1,
  'watch pods': 1,
});

it('opens a shell with GET, two reviews, PATCH, two watches, the attach, and at most three early attempts', async () => {
  const { 'GET attach': attaches, ...others } = await countRequests('idle', 'dbg');
  expect(others).toEqual(requestsOfShell('idle'));
  expect(attaches).toBeLessThanOrEqual(3 + 1);
});

it('does so in a pod whose events the node has used up', async () => {
  // 25 events a pod: three of its own, and three of each of these.
  const nineTimes = Array.from({ length: 9 }, () => 'noisy');
  await runProgram([...nineTimes, '-n', namespace.name, `--image=${DEBUG_IMAGE}`, '-d', '--', 'true']);
  const { 'GET attach': attaches, ...others } = await countRequests('noisy', 'dbg');
  expect(await hasEvents('noisy', 'dbg')).toBe(false);
  expect(others).toEqual(requestsOfShell('noisy'));
  expect(attaches).toBeLessThanOrEqual(3 + 1);
});

/** Gives the user `viewer` what a session needs in one pod, with these verbs on pods. */
async function allow(name: string, verbs: string): Promise<void> {
  const at = ['-n', namespace.name];
  const rules = [
    ['pods', verbs],
    ['pods/log', 'get'],
    ['pods/ephemeralcontainers', 'patch'],
    ['pods/attach', 'get,create'],
  ];
  for (const [resource = '', verb = ''] of rules) {
    const role = `${name}-${resource.replace('/', '-')}`;
    await kubectl(['create', 'role', role, `--verb=${verb}`, `--resource=${resource}`, ...at]);
    await kubectl(['create', 'rolebinding', role, `--role=${role}`, '--user=viewer', ...at]);
  }
  await untilRightsAreKnown(namespace.name);
}

it.skipIf(VIEWER_KUBECONFIG === undefined)(
  'makes at most twelve early attempts for who may not read events, and reads the pod for who may not watch it',
  async () => {
    await allow('getter', 'get');
    const {
      'GET attach': attaches,
      'GET polled': readings,
      ...others
    } = await countRequests('polled', 'dbg', VIEWER_KUBECONFIG);
    expect(others).toEqual({
      'POST selfsubjectaccessreviews': 2,
      'PATCH ephemeralcontainers': 1,
      'watch events': 1,
      'watch pods': 1,
    });
    expect(attaches).toBeLessThanOrEqual(12 + 1);
    expect(readings).toBeGreaterThan(1);

    await allow('watcher', 'get,list,watch');
    const { 'GET attach': tries, ...rest } = await countRequests('seen-by-viewer', 'dbg', VIEWER_KUBECONFIG);
    expect(rest).toEqual({
      'GET seen-by-viewer': 1,
      'POST selfsubjectaccessreviews': 2,
      'PATCH ephemeralcontainers': 1,
      'watch events': 1,
      'watch pods': 1,
    });
    expect(tries).toBeLessThanOrEqual(12 + 1);
  },
);

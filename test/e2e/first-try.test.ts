import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE, DISTROLESS_IMAGE, NONROOT_IMAGE, ROOT, RUNTIME, STATIC_PODS } from './environment.ts';
import {
  createStaticPod,
  isSettled,
  KINDS,
  LEVELS,
  manifestOf,
  removeStaticPods,
  type Level,
} from './first-try-pods.ts';
import { tryInScript, tryOnTerminal, type Attempt } from './first-try-ways.ts';
import { APP_COMMAND_LINE, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { renderTable } from './render-table.ts';
import { closeTerminals } from './terminal.ts';

interface Place {
  readonly namespace: Namespace;
  /** Path of a file whose namespace is that one. */
  readonly kubeconfig: string;
  readonly staticPod: string;
}

const STATIC = { name: 'static', what: 'static', commandLine: APP_COMMAND_LINE };
const ROWS = [...KINDS, STATIC].flatMap(({ name, what, commandLine = APP_COMMAND_LINE }) =>
  LEVELS.map((level) => ({ name, what, level, commandLine })),
);
type Row = (typeof ROWS)[number];

const IMAGES = { root: DEBUG_IMAGE, user: NONROOT_IMAGE ?? '' };
const WAYS = { terminal: tryOnTerminal, script: tryInScript };

const places = new Map<Level, Place>();
let folder: string;

/** All pods are made before the level is there, as the server would not take some of them later. */
async function makePlace(level: Level): Promise<void> {
  const namespace = await createNamespace(`first-${level}`);
  const kubeconfig = path.join(folder, level);
  await writeFile(kubeconfig, await kubectl(['config', 'view', '--raw', '--flatten']));
  const here = [`--namespace=${namespace.name}`, `--kubeconfig=${kubeconfig}`];
  await kubectl(['config', 'set-context', '--current', ...here]);
  const [staticPod] = await Promise.all([
    createStaticPod(namespace),
    namespace.create(
      KINDS.map((kind) => manifestOf(kind, level)),
      isSettled,
    ),
  ]);
  if (level !== 'none') await namespace.enforce(level);
  places.set(level, { namespace, kubeconfig, staticPod });
}

function attemptIn({ name, level, commandLine }: Row): Attempt {
  const place = places.get(level);
  if (place === undefined) throw new Error(`there is no namespace for ${level}`);
  return { pod: name === STATIC.name ? place.staticPod : name, kubeconfig: place.kubeconfig, commandLine };
}

const AT_ONCE = 6;

/** Throws with the row, as many are tried at once. */
async function tryRow(row: Row, way: keyof typeof WAYS): Promise<string> {
  try {
    return await WAYS[way](attemptIn(row));
  } catch (error) {
    throw new Error(`${row.what}, ${row.level}, ${way}: ${String(error)}`, { cause: error });
  }
}

/** One pod after the other, so that none is changed while it still starts a debug container. */
async function tryEach(rows: readonly Row[], way: keyof typeof WAYS): Promise<readonly string[]> {
  const outcomes: string[] = [];
  const left = rows.map((row, index) => ({ row, index }));
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      outcomes[next.index] = await tryRow(next.row, way);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

/** The words of one column of the table. */
function tryImage(image: string, way: keyof typeof WAYS): Promise<readonly string[]> {
  process.env['KUBECTL_DEBUG_IMAGE'] = image;
  return tryEach(ROWS, way);
}

const HEADER = [
  'the app',
  'Pod Security',
  'root, terminal',
  'root, script',
  'uid 1001, terminal',
  'uid 1001, script',
];

const renderPage = (rows: readonly (readonly string[])[]): string => `# The first try

This table shows the result of \`kubectl-debug POD\` on a terminal, and of \`kubectl-debug POD --target=auto -- COMMAND\` in a
script, without any other flag. Each is tried with a debug image that runs as root, and with one that sets a user:

- **all**: the shell or the command sees the processes of the app, and can read its files (\`/proc/PID/root\`).
- **flag**: it sees the processes. A message says why the files are denied, and which flag gives access.
- **whose**: the same, but the message says how to find the user that the flag must name.
- **no target**: neither the app nor an init container runs, and a message says so. The shell has the network and the volumes of the pod.
- **[word]**: nothing was created. An error says why, and a hint says what to type ([errors.md](errors.md)).

\`test/e2e/first-try.test.ts\` writes this page on a real cluster. It also tries each flag that a message names.

${renderTable([HEADER, ...rows])}

In the restricted namespace all apps except the first conform to its level; they run as uid 1000 unless the row names
another one. A debug container whose image sets a user runs as that user, and may not read the files of other users: as with
kubectl, the object does not set a user. On a terminal, an exec checks access to the files once the shell runs. In a script,
the message appears after the command has printed \`Permission denied\` for a file below \`/proc/PID\`.
`;

describe.skipIf([DISTROLESS_IMAGE, NONROOT_IMAGE, STATIC_PODS].includes(undefined))(
  'the first try (needs our images and a folder of static pods)',
  () => {
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'first-try-'));
      await Promise.all(LEVELS.map(makePlace));
    });
    afterAll(async () => {
      closeTerminals();
      await removeStaticPods();
      await Promise.all([...places.values()].map(({ namespace }) => namespace.remove()));
      await rm(folder, { recursive: true });
    });

    // Debian's containerd does not tell as whom a container runs, so that less is fitted by itself.
    it.skipIf(RUNTIME === 'containerd-1.6')(
      'ends in a shell that sees processes and files, or in one sentence, as docs/first-try.md says',
      { timeout: 900_000 },
      async () => {
        const columns = [
          await tryImage(IMAGES.root, 'terminal'),
          await tryImage(IMAGES.root, 'script'),
          await tryImage(IMAGES.user, 'terminal'),
          await tryImage(IMAGES.user, 'script'),
        ];
        const rows = ROWS.map(({ what, level }, index) => [
          what,
          level,
          ...columns.map((column) => column[index] ?? ''),
        ]);
        await expect(renderPage(rows)).toMatchFileSnapshot(path.join(ROOT, 'docs/first-try.md'));
        for (const word of columns.flat()) expect(word).toMatch(/^(?:all|flag|whose|no target|\[[a-z-]+\])$/);
      },
    );
  },
);

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

What comes of \`kubectl-debug POD\` on a terminal, and of \`kubectl-debug POD --target=auto -- COMMAND\` in a script, without
any other flag, with a debug image that runs as root and with one that names a user of its own:

- **all**: a shell, or a command, that sees the processes of the app and its files (\`/proc/PID/root\`).
- **flag**: it sees the processes; a sentence says why the files are closed, and which flag opens them.
- **whose**: the same, but the sentence says how to find whom that flag has to name.
- **no target**: neither the app nor an init container runs, and a sentence says so; the shell has the pod's network and volumes.
- **[word]**: nothing was created; an error says why, and a hint what to type ([errors.md](errors.md)).

Written by \`test/e2e/first-try.test.ts\` on a real cluster, which also tries each flag that a sentence names.

${renderTable([HEADER, ...rows])}

In the restricted namespace all apps but the first keep to its level, as uid 1000 where no other one is named. A debug
container whose image names a user runs as that user, to whom the files of others are closed: kubectl's object for the same
flags says nothing about a user, and so does ours. On a terminal the files are looked at, by an exec, once the shell runs; a
script is told after its command has said \`Permission denied\` of a file below \`/proc/PID\`.
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
      { timeout: 300_000 },
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

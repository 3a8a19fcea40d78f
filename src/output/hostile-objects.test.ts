import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { aPod, running, waiting } from '../../test/builders/a-pod.ts';
import { anIo } from '../../test/builders/an-io.ts';
import { IS_SOAK } from '../../test/drivers/soak.ts';
import { findLeak, poison, randomOf } from '../../test/samples/hostile-text.ts';
import { readPodsRequest } from '../commands/pods/pods-request.ts';
import { GLOBAL_FLAGS } from '../flags/tables/global-flags.ts';
import { parseCommandLine } from '../flags/parse-command-line.ts';
import { POD_FLAGS } from '../flags/tables/pods-flags.ts';
import type { Pod } from '../pod/types.ts';
import { openPodPrinter, type PodPrinter } from './print/pod-printer.ts';
import { printableLines } from './printable.ts';

const COUNT = IS_SOAK ? 10_000 : 1000;
/** Documents are long. */
const DOCUMENTS = IS_SOAK ? COUNT : 200;
const NOW = new Date('2025-03-01T13:00:00Z');

const BASES: readonly Pod[] = [
  aPod({
    apps: [
      { resources: { limits: { cpu: '1' } } },
      { name: 'b', state: waiting('CrashLoopBackOff', 'back-off') },
    ],
    inits: [{ name: 'mesh', restartPolicy: 'Always' }],
    ephemerals: [{ name: 'dbg', targetContainerName: 'app', image: 'busybox', state: running() }],
    metadata: { labels: { app: 'web' }, annotations: { note: 'x' }, ownerReferences: [] },
  }),
  aPod({
    isScheduled: false,
    status: {
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no node' }],
    },
  }),
  aPod({ phase: 'Failed', status: { phase: 'Failed', reason: 'Evicted', message: 'low on memory' } }),
  aPod({
    metadata: { deletionTimestamp: '2025-03-01T12:59:00Z', finalizers: ['example/x'] },
    apps: [{ state: { terminated: { exitCode: 1, reason: 'Error', message: 'why' } } }],
  }),
];

/** Objects that no honest server has, the same in each run. */
function* hostilePods(count: number): Generator<Pod, void> {
  for (let seed = 1; seed <= count; seed += 1) {
    const base = BASES[seed % BASES.length];
    yield poison({ ...base, spec: { nodeSelector: { a: 'b' }, ...base?.spec } }, randomOf(seed)) as Pod;
  }
}

const pods = [...hostilePods(COUNT)];

async function openView(argv: readonly string[]): Promise<PodPrinter> {
  const input = parseCommandLine([...POD_FLAGS, ...GLOBAL_FLAGS], ['web-1', ...argv]);
  const { output, sortBy } = await readPodsRequest(anIo().io, input);
  const podSecurityOf = ({ metadata }: Pod): string => metadata.namespace ?? '';
  return openPodPrinter({
    output,
    sortBy,
    shape: 'list',
    hasNamespaces: true,
    hasEvents: false,
    podSecurityOf,
  });
}

describe(`${COUNT} hostile pods`, () => {
  it.each([
    { argv: [] },
    { argv: ['-o', 'wide', '--show-labels', '-L', 'app'] },
    { argv: ['--containers'] },
    { argv: ['--ephemeral-containers'] },
    { argv: ['--resources'] },
    { argv: ['--explain'] },
    { argv: ['-o', 'name'] },
    { argv: ['-o', 'custom-columns=A:.metadata.name,B:.metadata.labels,C:.spec.containers[*]'] },
    { argv: ['-o', 'yaml'], count: DOCUMENTS },
    { argv: ['-o', 'json'], count: DOCUMENTS },
    { argv: ['-o', 'jsonpath-as-json={.items[*].metadata}'], count: DOCUMENTS },
  ])('show nothing that steers a terminal: $argv', async ({ argv, count = COUNT }) => {
    const { page, end } = await openView(argv);
    let characters = 0;
    for (let start = 0; start < count; start += 500) {
      const text = page(
        pods.slice(start, start + 500).map((pod) => ({ pod })),
        NOW,
      );
      characters += text.length;
      expect(findLeak(text)).toBeUndefined();
    }
    const last = end();
    expect(findLeak(last)).toBeUndefined();
    expect(characters + last.length).toBeGreaterThan(count);
  });

  it('show nothing in a JSONPath on a terminal', async () => {
    const { page, end } = await openView([
      '-o',
      'jsonpath={range .items[*]}{.metadata}{"\\t"}{.status}{end}',
    ]);
    const text =
      page(
        pods.slice(0, DOCUMENTS).map((pod) => ({ pod })),
        NOW,
      ) + end();
    expect(findLeak(printableLines(text), { tabs: true })).toBeUndefined();
    expect(findLeak(text)).toBeDefined();
  });

  it.each(['json', 'yaml'])('are the same objects when a machine has read them: -o %s', async (format) => {
    const some = pods.slice(0, 50);
    const { page, end } = await openView(['-o', format]);
    const text =
      page(
        some.map((pod) => ({ pod })),
        NOW,
      ) + end();
    const read: unknown =
      format === 'json' ? JSON.parse(text) : parse(text, { version: '1.1', merge: false });
    // YAML cannot write half a character, for which Go reads U+FFFD; JSON writes it by its number.
    const said = JSON.stringify(some).replaceAll(
      /\\ud[89a-f][0-9a-f]{2}/g,
      format === 'yaml' ? '\\ufffd' : '$&',
    );
    expect(read).toMatchObject({ items: JSON.parse(said) as unknown });
  });
});

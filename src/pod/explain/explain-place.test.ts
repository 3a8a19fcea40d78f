import { describe, expect, it } from 'vitest';
import { aPod, type PodOptions, waiting } from '../../../test/builders/a-pod.ts';
import { explainPod } from './explain-pod.ts';
import { NO_CLUES, type Room } from './pod-clues.ts';

const NOW = new Date('2025-03-01T12:05:00Z');
const MI = 1024n * 1024n;
const requests = (memory: string) => ({ resources: { requests: { memory } } });
const limits = (memory: string) => ({ resources: { requests: { memory: '20Mi' }, limits: { memory } } });
const BURSTABLE = { qosClass: 'Burstable' };
const PROXIED = {
  inits: [{ name: 'proxy', restartPolicy: 'Always', ...requests('100Mi') }],
  apps: [
    { name: 'big', ...requests('2Gi') },
    { name: 'small', ...requests('600Mi') },
  ],
};

/** All that is told of a named pod beside its state. */
function place(options: PodOptions, room: Partial<Room> = {}): readonly string[] {
  const clues = { ...NO_CLUES, room: { memoryCapacity: undefined, memoryUsed: undefined, ...room } };
  const { sentences, asides } = explainPod(aPod(options), NOW, clues);
  return [...sentences.slice(1), ...asides];
}

const matching = (sentences: readonly string[], word: RegExp): readonly string[] =>
  sentences.filter((sentence) => word.test(sentence));

describe('which container the kernel kills first', () => {
  const about = /runs out of memory/;

  it('is told by numbers where the memory of the node is known', () => {
    const pod = { ...PROXIED, status: BURSTABLE };
    expect(matching(place(pod, { memoryCapacity: 24_684_084n * 1024n }), about)).toEqual([
      'If the node runs out of memory, the kernel first kills what has most use and oom_score_adj: oom_score_adj is 999 for a debug container, 976 for sidecar "proxy" and app container "small", 916 for app container "big".',
    ]);
  });

  it('is told by the order where the node may not be read', () => {
    const pod = { ...PROXIED, spec: { nodeName: 'n1' }, status: BURSTABLE };
    expect(matching(place(pod), about)).toEqual([
      'If the node runs out of memory, the kernel kills what uses most beyond its request: at equal use a debug container first, and app container "big" last; by how much depends on the memory of node "n1", which could not be read.',
    ]);
  });

  it.each([
    {
      qosClass: 'Guaranteed',
      says: /kills other pods first: .* -997 for this one, a debug container included\.$/,
    },
    { qosClass: 'BestEffort', says: /among the first, .* 1000, also for a debug container\.$/ },
  ])('is told of a pod of the class $qosClass as a whole', ({ qosClass, says }) => {
    expect(matching(place({ status: { qosClass } }), about)).toEqual([expect.stringMatching(says)]);
  });

  it('is one number where all have the same score', () => {
    const pod = { apps: [limits('50Mi')], status: BURSTABLE };
    expect(matching(place(pod, { memoryCapacity: 2n ** 40n }), about)).toEqual([
      expect.stringMatching(/oom_score_adj is 999 for a debug container and app container "app"\.$/),
    ]);
  });
});

describe('what containers see of each other', () => {
  it('is all of the same user in a shared process namespace, and pause reaps zombies', () => {
    const user = (runAsUser: number) => ({ securityContext: { runAsUser } });
    const sentences = place({
      spec: { shareProcessNamespace: true },
      apps: [
        { name: 'one', ...user(0) },
        { name: 'two', ...user(0) },
        { name: 'other', ...user(7) },
      ],
    });
    expect(matching(sentences, /share one process/)).toEqual([expect.stringContaining('SYS_PTRACE')]);
    expect(sentences).toContain('"one" and "two" run as the same user, 0.');
    expect(sentences).toContain('Process 1 is the pause container, which reaps the zombies of all.');
  });

  it.each([
    { label: 'namespaces of their own', spec: {}, says: /^Each container sees only .* has to reap zombies/ },
    {
      label: "the node's processes",
      spec: { hostPID: true },
      says: /^Its containers see the processes of the node/,
    },
  ])('is told of containers with $label', ({ spec, says }) => {
    expect(matching(place({ spec }), says)).toHaveLength(1);
  });
});

describe('what a debug session would meet', () => {
  const room = { memoryCapacity: undefined, memoryUsed: undefined };
  const factsOf = (options: PodOptions): readonly string[] =>
    explainPod(aPod(options), NOW, { ...NO_CLUES, room }).asides;

  it.each([
    { label: 'is told of a pod that runs', pod: {}, count: 3 },
    {
      label: 'is not told of a pod of which nothing runs',
      pod: { apps: [{ state: waiting('ImagePullBackOff') }] },
      count: 0,
    },
    { label: 'is not told of a pod that has ended', pod: { status: { phase: 'Succeeded' } }, count: 0 },
  ])('$label', ({ pod, count }) => {
    expect(factsOf(pod)).toHaveLength(count);
  });

  it('is not told of a pod that was not named', () => {
    expect(explainPod(aPod({}), NOW).asides).toEqual([]);
  });
});

describe('the room of a debug session', () => {
  const about = /debug session|memory of a debug container|ephemeral storage/;

  it('is what the limits of all containers leave', () => {
    const pod = { apps: [limits('150Mi'), limits('50Mi')], status: BURSTABLE };
    expect(matching(place(pod, { memoryUsed: 46n * MI }), about)).toEqual([
      "The memory of a debug container counts as that of the pod, which may use 200Mi (46Mi used when last measured, 154Mi left); beyond that a process is killed, perhaps the app's.",
    ]);
  });

  it.each([
    { label: 'by what is used', limit: '100Mi', used: 46n * MI, left: '54Mi of the 100Mi' },
    { label: 'by more use than is allowed', limit: '100Mi', used: 146n * MI, left: '0 of the 100Mi' },
    { label: 'by its limit alone', limit: '63Mi', used: undefined, left: 'at most 63Mi of the 63Mi' },
  ])('is warned of where little is left $label', ({ limit, used, left }) => {
    const sentences = place({ apps: [limits(limit)], status: BURSTABLE }, { memoryUsed: used });
    expect(matching(sentences, /little room/)).toEqual([expect.stringContaining(`room: ${left} of memory`)]);
  });

  it.each([
    { label: 'enough is left', pod: { apps: [limits('110Mi')] }, used: 46n * MI },
    { label: 'the limit is large and the use unknown', pod: { apps: [limits('64Mi')] }, used: undefined },
    { label: 'a container has no limit', pod: { apps: [limits('10Mi'), {}] }, used: 46n * MI },
  ])('is not warned of where $label', ({ pod, used }) => {
    expect(matching(place(pod, { memoryUsed: used }), /little room/)).toEqual([]);
  });

  it('is what the node has left where a container has no limit', () => {
    const pod = { apps: [limits('10Mi'), {}, {}], status: BURSTABLE };
    expect(matching(place(pod, { memoryUsed: 5n * MI }), about)).toEqual([
      'The memory of a debug container counts as that of the pod, which has no limit, as "app-2" and "app-3" have none; it requests 20Mi, and used 5Mi when last measured.',
    ]);
  });

  it('is bounded by the ephemeral storage', () => {
    const pod = { apps: [{ resources: { limits: { 'ephemeral-storage': '10Mi' } } }] };
    expect(matching(place(pod), /ephemeral storage/)).toEqual([
      "What a debug container writes and prints counts in the pod's 10Mi of ephemeral storage; beyond that the pod is evicted.",
    ]);
  });
});

it.each([
  { label: 'a pod that has ended', pod: { phase: 'Succeeded' } },
  { label: 'a Windows pod', pod: { spec: { os: { name: 'windows' } } } },
])('tells nothing of this of $label', ({ pod }) => {
  expect(place({ apps: [limits('10Mi')], ...pod }).join('\n')).not.toMatch(/oom_score|zombies|little room/);
});

it('tells of a pod in a list only that little room is left', () => {
  const { sentences } = explainPod(aPod({ apps: [limits('10Mi')] }), NOW);
  expect(sentences).toEqual([
    'All of its containers are ready.',
    expect.stringContaining('little room: at most 10Mi of the 10Mi'),
  ]);
});

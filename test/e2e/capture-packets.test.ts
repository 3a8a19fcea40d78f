import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BASH_IMAGE, DEBUG_IMAGE, PACKETS_IMAGE, PCAPNG_READER, TCPDUMP_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { endPrograms, startProgram } from './program.ts';

/** What test/cluster/read-pcapng prints. */
interface ReadCapture {
  readonly application: string;
  readonly interfaces: readonly {
    readonly name: string;
    readonly filter: string;
    readonly linkType: number;
  }[];
  readonly packets: readonly {
    readonly interface: number;
    readonly at: string;
    /** In base64. */
    readonly frame: string;
    readonly udp: string;
    readonly payload: string;
  }[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'capture-packets-'));
let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('capture');
  const sender = { ...shellContainer('sender', 'sleep 86400'), image: BASH_IMAGE ?? DEBUG_IMAGE };
  await namespace.create([
    aPod('web-1', { containers: [sender] }),
    aPod('web-2', { containers: [sender] }),
    aPod('quiet'),
  ]);
});
afterEach(endPrograms);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await namespace.remove();
});

const FILTER = ['udp', 'port', '9999'];
/** Of all lengths, so that blocks need all kinds of padding. */
const PAYLOADS = Array.from({ length: 40 }, (_, index) => `packet ${index} ${'x'.repeat(index * 17)}`);

function start(image: string, file: string, ...words: readonly string[]) {
  const to = path.join(folder, file);
  const flags = ['-n', namespace.name, `--image=${image}`, '-w', to];
  const program = startProgram(['capture', ...words, ...flags, ...FILTER]);
  return { ...program, captures: () => program.waitFor('stderr', /Ctrl-C ends it/) };
}

/** Sends datagrams from within a pod by bash, which has files for that. */
async function send(pod: string, payloads: readonly string[]): Promise<void> {
  const script = 'for text; do printf %s "$text" >/dev/udp/127.0.0.1/9999; done';
  await kubectl([
    'exec',
    pod,
    '-n',
    namespace.name,
    '-c',
    'sender',
    '--',
    'sh',
    '-c',
    script,
    'sh',
    ...payloads,
  ]);
}

function read(file: string): ReadCapture {
  const input = readFileSync(path.join(folder, file));
  return JSON.parse(execFileSync(PCAPNG_READER ?? '', { input, encoding: 'utf8' })) as ReadCapture;
}

/** What runs in a debug container beside its first process; zombies are in brackets. */
async function processesIn(pod: string, container: string): Promise<readonly string[]> {
  const ps = ['exec', pod, '-n', namespace.name, '-c', container, '--', 'ps', '-o', 'args'];
  const lines = (await kubectl(ps)).trim().split('\n').slice(1);
  return lines.filter((line) => !/^(?:ps |sh -c trap|sleep \d{3,}|\/pause)/.test(line));
}

/** The debug container that a capture names in its notes. */
const containerOf = (stderr: string): string => /debug container "([^"]+)"/.exec(stderr)?.[1] ?? '';

async function untilNothingRuns(pod: string): Promise<void> {
  const [container] = await namespace.ephemeralContainers(pod);
  const name = container?.name ?? '';
  await eventually(`the end of tcpdump in ${pod}`, async () =>
    (await processesIn(pod, name)).length === 0 ? true : undefined,
  );
}

describe.skipIf(PACKETS_IMAGE === undefined || BASH_IMAGE === undefined || PCAPNG_READER === undefined)(
  'capture',
  () => {
    it('writes the packets that were sent, bit by bit as the real tcpdump sees them', async () => {
      const captures = [PACKETS_IMAGE ?? '', TCPDUMP_IMAGE ?? PACKETS_IMAGE ?? ''].map((image, index) =>
        start(image, `same-${index}.pcapng`, 'web-1'),
      );
      await Promise.all(captures.map(({ captures: hasBegun }) => hasBegun()));
      const from = Date.now();
      await send('web-1', PAYLOADS);
      captures.forEach(({ kill }) => kill('SIGINT'));
      const ends = await Promise.all(captures.map(({ ended }) => ended));
      expect(ends.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
      const [ours, real] = [read('same-0.pcapng'), read('same-1.pcapng')];
      expect(ours.packets.map(({ payload }) => payload)).toEqual(PAYLOADS);
      expect(real.packets.map(({ frame }) => frame)).toEqual(ours.packets.map(({ frame }) => frame));
      expect(
        ours.packets.every(({ udp, at }) => udp.endsWith(' > 9999') && Date.parse(at) >= from - 1000),
      ).toBe(true);
      expect(real.interfaces).toMatchObject([
        {
          name: `${namespace.name}/web-1`,
          filter: FILTER.join(' '),
          linkType: 276,
          received: 80,
          dropped: 0,
        },
      ]);
      for (const { stderr } of ends) expect(await processesIn('web-1', containerOf(stderr))).toEqual([]);
    });

    it('writes several pods into one file, each packet with its pod', async () => {
      const capture = start(PACKETS_IMAGE ?? '', 'both.pcapng', 'web-1', 'web-2');
      await capture.captures();
      await Promise.all(['web-1', 'web-2'].map((pod) => send(pod, [`from ${pod}`])));
      capture.kill('SIGINT');
      await capture.ended;
      const { interfaces, packets } = read('both.pcapng');
      const seen = packets.map(
        ({ interface: index, payload }) => `${interfaces[index]?.name ?? ''} ${payload}`,
      );
      expect(seen.toSorted()).toEqual(
        ['web-1', 'web-2'].map((pod) => `${namespace.name}/${pod} from ${pod}`),
      );
    });

    it('ends in the pod when it is killed, though no packet comes', async () => {
      const capture = start(TCPDUMP_IMAGE ?? PACKETS_IMAGE ?? '', 'killed.pcapng', 'quiet');
      await capture.captures();
      const [container] = await namespace.ephemeralContainers('quiet');
      expect((await processesIn('quiet', container?.name ?? '')).join('\n')).toMatch(
        /^tcpdump .*udp port 9999$/m,
      );
      capture.kill('SIGKILL');
      await capture.ended;
      await untilNothingRuns('quiet');
    });

    it('ends in the pod when nothing is heard of it, though its connection stays', async () => {
      const capture = start(TCPDUMP_IMAGE ?? PACKETS_IMAGE ?? '', 'stopped.pcapng', 'quiet');
      await capture.captures();
      capture.kill('SIGSTOP');
      await untilNothingRuns('quiet');
      capture.kill('SIGKILL');
      await capture.ended;
    });
  },
);

import { describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import { judgePurposes, type PurposeFacts } from './purpose-findings.ts';

const judge = (facts: Partial<PurposeFacts>): readonly string[] =>
  judgePurposes({
    purposes: ['forward', 'capture'],
    security: { enforce: 'privileged', warn: undefined },
    pod: undefined,
    isWindows: false,
    minor: 37,
    ...facts,
  }).map(({ verdict, subject, text }) => `${verdict} ${subject}: ${text}`);
const ON_HOST = aPod({ name: 'web-1', spec: { hostNetwork: true } });

describe('what check says of forward and capture', () => {
  it('is nothing if they are not asked about', () => {
    expect(judge({ purposes: ['debug', 'exec', 'cp'], minor: 20, pod: ON_HOST, isWindows: true })).toEqual(
      [],
    );
  });

  it.each([
    { level: 'privileged', says: /^ok capture: .*allows NET_RAW and NET_ADMIN$/ },
    { level: 'baseline', says: /^info capture: .*"baseline".*as containerd does and CRI-O does not$/ },
    { level: 'restricted', says: /^missing capture: .*no debug container can read packets$/ },
  ] as const)('is the verdict of the level $level', ({ level, says }) => {
    expect(judge({ security: { enforce: level, warn: undefined } })).toEqual([expect.stringMatching(says)]);
  });

  it('is that everything passes in a namespace without a level, and unknown in one that nobody may read', () => {
    expect(judge({ security: { enforce: undefined, warn: undefined } })).toEqual([
      expect.stringMatching(/^ok capture/),
    ]);
    expect(judge({ security: undefined })).toEqual([expect.stringMatching(/^unknown capture/)]);
  });

  it('is that there is no tcpdump for Windows', () => {
    expect(judge({ isWindows: true })).toEqual([expect.stringMatching(/^missing capture: .* Windows$/)]);
  });

  it('is whose network it is if a pod has none of its own', () => {
    expect(judge({ pod: ON_HOST })).toEqual([
      expect.stringMatching(/^info forward: .*web-1.* its ports are those of the node$/),
      expect.stringMatching(/^ok capture/),
      expect.stringMatching(/^info capture: .*web-1.* the packets of the whole node$/),
    ]);
  });

  it.each([
    { minor: 30, says: [expect.stringMatching(/^info forward: .* SPDY/)] },
    { minor: 31, says: [] },
    { minor: Number.NaN, says: [] },
  ])('is what a server of minor version $minor speaks', ({ minor, says }) => {
    expect(judge({ purposes: ['forward'], minor })).toEqual(says);
  });
});

import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { CAPTURE_FLAGS } from '../../flags/tables/network/capture-flags.ts';
import { readCaptureRequest, type CaptureRequest } from './capture-request.ts';

const read = (line: string, isTerminal = false): CaptureRequest =>
  readCaptureRequest(
    anIo({ isTerminal }).io,
    parseCommandLine([...CAPTURE_FLAGS, ...GLOBAL_FLAGS], line.split(' ')),
    isTerminal,
  );

describe('readCaptureRequest', () => {
  it.each([
    { line: 'web-1', has: { place: { kind: 'lines' }, opens: false, bounds: {} } },
    { line: 'web-1 -w -', has: { place: { kind: 'stdout' } } },
    { line: 'web-1 -w a.pcapng --overwrite', has: { place: { file: 'a.pcapng', overwrites: true } } },
    { line: 'web-1 --open -w a.pcapng', has: { place: { file: 'a.pcapng' }, opens: true } },
    { line: '-l app=web tcp port 80', has: { targets: [], packets: { filter: ['tcp', 'port', '80'] } } },
    { line: '-A -l app=web', has: { isAllNamespaces: true, labelSelector: 'app=web' } },
    {
      line: 'web-1 --packets=5 --duration=2s --max-size=1Mi',
      has: { bounds: { packets: 5, durationMs: 2000, maxBytes: 1024 * 1024 } },
    },
    {
      line: 'web-1 --interface=eth0 --snaplen=96 --promiscuous',
      has: { packets: { networkInterface: 'eth0', snapBytes: 96, isPromiscuous: true } },
    },
    { line: 'web-1', has: { container: { image: 'nicolaka/netshoot:v0.13', profile: 'netadmin' } } },
  ])('reads "capture $line"', ({ line, has }) => {
    expect(read(line)).toMatchObject(has);
  });

  it.each([
    { line: 'tcp port 80', says: 'no pod is named: "tcp" begins a filter' },
    { line: '-- tcp', says: 'no pod is named' },
    { line: 'web-1 -l app=web', says: 'by name or by a selector, not by both' },
    { line: 'web-1 -A', says: '-A needs a selector' },
    { line: 'web-1 --overwrite', says: '--overwrite replaces a file, and none is named' },
    { line: 'web-1 --open -w -', says: '--open and -w - both take the packets' },
    { line: 'web-1 --packets=0', says: '--packets cannot be 0' },
    { line: 'web-1 --max-size=1Ki', says: '--max-size cannot be "1Ki"' },
    { line: 'web-1 --snaplen=0', says: '--snaplen cannot be 0' },
    { line: 'web-1 --snaplen=262145', says: '--snaplen cannot be 262145' },
    { line: 'web-1 --interface=-z', says: 'cannot be the name of an interface' },
    { line: 'web-1 --interface=', says: 'cannot be the name of an interface' },
    { line: 'web-1 -s 96', says: '-s is the address of the API server here, and "96" is none' },
    { line: 'web-1 --duration=0s', says: '--duration must be longer than 0' },
    { line: 'web-1 --image=debian:12', says: 'image "debian:12" has no tcpdump' },
  ])('refuses "capture $line"', ({ line, says }) => {
    expect(() => read(line)).toThrow(
      expect.objectContaining({ kind: 'usage', message: expect.stringContaining(says) }),
    );
  });

  it('writes no packets to a terminal', () => {
    expect(() => read('web-1 -w -', true)).toThrow('packets are not written to a terminal');
  });
});

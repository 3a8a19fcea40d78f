import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import type { RequestObservation } from '../../cluster/cluster.ts';
import { makeRequestLog } from './request-log.ts';

const OBSERVATION: RequestObservation = {
  method: 'PATCH',
  serverUrl: 'https://k.example',
  path: '/api/v1/namespaces/shop/pods/web-1?x=y',
  status: 200,
  bytes: 2000,
  milliseconds: 12.4,
  requestHeaders: { authorization: 'Bearer <masked>' },
  responseHeaders: { 'content-type': 'application/json' },
  requestBody: '{"a":1}',
  responseBody: 'x'.repeat(2000),
};

function logAt(level: number, observation: RequestObservation = OBSERVATION): readonly string[] {
  const { io, stderrText } = anIo();
  makeRequestLog(io, level).observer(observation);
  return stderrText().split('\n').slice(0, -1);
}

const REQUEST = 'PATCH https://k.example/api/v1/namespaces/shop/pods/web-1?x=y 200 in 12 ms';
const SENT_HEADER = '  > authorization: Bearer <masked>';
const RECEIVED_HEADER = '  < content-type: application/json';

describe('makeRequestLog', () => {
  it.each([
    [5, []],
    [6, [REQUEST]],
    [7, [REQUEST, SENT_HEADER, RECEIVED_HEADER]],
    [
      8,
      [
        REQUEST,
        SENT_HEADER,
        '  > {"a":1}',
        RECEIVED_HEADER,
        `  < ${'x'.repeat(1024)} … 976 more characters (-v 9)`,
      ],
    ],
    [9, [REQUEST, SENT_HEADER, '  > {"a":1}', RECEIVED_HEADER, `  < ${'x'.repeat(2000)}`]],
  ])('writes at level %i what that level asks for', (level, lines) => {
    expect(logAt(level)).toEqual(lines);
  });

  it('says when no response came', () => {
    expect(logAt(6, { ...OBSERVATION, status: undefined })[0]).toContain('pods/web-1?x=y no response in');
  });

  it('keeps what a server sent on one line and harmless', () => {
    const lines = logAt(9, { ...OBSERVATION, responseHeaders: {}, responseBody: '\u001b[2J\nfake' });
    expect(lines.at(-1)).toBe('  < ^[[2J\\nfake');
  });

  it.each([
    [7, false],
    [8, true],
  ])('wants bodies at level %i: %s', (level, expected) => {
    expect(makeRequestLog(anIo().io, level).wantsBodies).toBe(expected);
  });
});

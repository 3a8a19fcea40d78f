import { expect, it } from 'vitest';
import { preStopText, probeText } from './probe-text.ts';

it.each([
  { probe: { exec: { command: ['cat', '/ready'] } }, expected: 'exec cat /ready' },
  { probe: { exec: {} }, expected: 'exec ' },
  { probe: { httpGet: { path: '/healthz', port: 8080 } }, expected: 'GET /healthz on port 8080' },
  { probe: { httpGet: { port: 'http' } }, expected: 'GET / on port http' },
  { probe: { tcpSocket: { port: 5432 } }, expected: 'TCP port 5432' },
  { probe: { grpc: { port: 9000 } }, expected: 'gRPC on port 9000' },
  { probe: {}, expected: 'of an unknown kind' },
])('writes the probe $probe as "$expected"', ({ probe, expected }) => {
  expect(probeText(probe)).toBe(expected);
});

it.each([
  { hook: { exec: { command: ['nginx', '-s', 'quit'] } }, expected: 'exec nginx -s quit' },
  { hook: { httpGet: { port: 80 } }, expected: 'GET / on port 80' },
  { hook: { sleep: { seconds: 5 } }, expected: 'sleep 5s' },
  { hook: {}, expected: 'of an unknown kind' },
])('writes the hook $hook as "$expected"', ({ hook, expected }) => {
  expect(preStopText(hook)).toBe(expected);
});

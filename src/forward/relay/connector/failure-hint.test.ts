import { expect, it } from 'vitest';
import { failureHint } from './failure-hint.ts';

const POD = { namespace: 'shop', name: 'web-1' };
const host = (name: string) => ({ kind: 'host', host: name, port: 80 }) as const;
const OPEN = 'to see which ports are open: kubectl-debug web-1 -n shop -- netstat -ltn';
const DNS = 'to see what DNS says: kubectl-debug web-1 -n shop --preset=dns -- db';
const PACKETS =
  'to see its packets: kubectl-debug capture web-1 -n shop -- port 80; a NetworkPolicy may forbid it: kubectl get networkpolicies -n shop';

it.each([
  { reason: 'refused', to: { kind: 'pod', port: 80 }, hint: OPEN },
  { reason: 'refused', to: host('localhost'), hint: OPEN },
  { reason: 'refused', to: host('127.0.0.1'), hint: OPEN },
  { reason: 'refused', to: host('::1'), hint: OPEN },
  { reason: 'refused', to: host('db'), hint: DNS },
  { reason: 'refused', to: host('10.0.0.7'), hint: undefined },
  { reason: 'unknown-host', to: host('db'), hint: DNS },
  { reason: 'timeout', to: host('db'), hint: PACKETS },
  { reason: 'unreachable', to: host('10.0.0.7'), hint: PACKETS },
  { reason: 'reset', to: host('db'), hint: undefined },
] as const)('says what to type when $to is $reason', ({ reason, to, hint }) => {
  expect(failureHint(reason, to, POD)).toBe(hint);
});

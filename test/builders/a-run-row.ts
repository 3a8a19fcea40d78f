import type { RunSummary } from '../../src/audit/rows/run-results.ts';
import type { RunRow } from '../../src/audit/rows/run-row.ts';

/** The fields of a row, with the output as text or bytes. */
export interface RowFields extends Partial<Omit<RunRow, 'output'>> {
  readonly output?: string | Uint8Array;
  readonly isTruncated?: boolean;
}

/** A row of a command that printed `ok` and ended with 0 after two seconds. */
export function aRunRow({ output = 'ok\n', isTruncated = false, ...fields }: RowFields = {}): RunRow {
  return {
    namespace: 'shop',
    pod: 'web-1',
    uid: `uid-of-${fields.namespace ?? 'shop'}-${fields.pod ?? 'web-1'}`,
    podIPs: ['10.0.0.1'],
    container: 'audit-x7k2p',
    node: 'node-a',
    owner: { kind: 'Deployment', name: 'web' },
    target: 'app',
    outcome: 'exited',
    exitCode: 0,
    output: { bytes: Buffer.from(output), isTruncated },
    profile: 'general',
    startedAt: new Date('2025-03-01T13:00:00Z'),
    finishedAt: new Date('2025-03-01T13:00:02Z'),
    durationMs: undefined,
    reason: undefined,
    notes: [],
    ...fields,
  };
}

/** A row of a pod in which the command did not start. */
export function aFailedRow({ reason, ...fields }: RowFields = {}): RunRow {
  return aRunRow({
    outcome: 'not-started',
    exitCode: undefined,
    output: '',
    startedAt: undefined,
    finishedAt: undefined,
    reason: reason ?? { kind: 'image-not-found', message: 'the image "nope" does not exist', hint: '' },
    ...fields,
  });
}

/** The summary of a whole run that took twelve seconds. */
export function aRunSummary(fields: Partial<RunSummary> = {}): RunSummary {
  return {
    runId: 'x7k2p',
    total: 3,
    command: ['cat', '/etc/hostname'],
    image: 'busybox',
    startedAt: new Date('2025-03-01T13:00:00Z'),
    finishedAt: new Date('2025-03-01T13:00:12Z'),
    shard: undefined,
    end: 'complete',
    ...fields,
  };
}

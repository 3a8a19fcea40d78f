import type { AuditSettings } from '../../src/audit/rows/audit-settings.ts';
import { aDebugRequest } from './a-debug-request.ts';

/** How `audit` runs a command if no flag says otherwise, but for `options`; it waits for a second only. */
export function someAuditSettings(options: Partial<AuditSettings> = {}): AuditSettings {
  return {
    request: aDebugRequest(),
    concurrency: 16,
    maxPerNode: 8,
    perNode: 'starting',
    timeoutMs: 1000,
    canary: 1,
    maxFailures: { kind: 'percent', percent: 5 },
    maxOutput: 1024,
    reuses: false,
    copies: false,
    allContainers: false,
    shard: undefined,
    ...options,
  };
}

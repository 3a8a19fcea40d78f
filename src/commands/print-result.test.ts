import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../test/builders/a-debug-request.ts';
import { anIo } from '../../test/builders/an-io.ts';
import { aPod } from '../../test/builders/a-pod.ts';
import { planEphemeralContainer } from '../plan/ephemeral-container.ts';
import { planNodePod } from '../plan/node-pod.ts';
import { printResult } from './print-result.ts';
import type { ResultMode } from './result-mode.ts';

const POD = aPod();
const EPHEMERAL = planEphemeralContainer(POD, aDebugRequest(), () => 0);
const NODE = planNodePod({ node: 'n1', namespace: 'shop' }, aDebugRequest(), () => 0);

type PrintMode = Extract<ResultMode, { kind: 'print' }>;

function print(result: Omit<PrintMode, 'kind'>, plan: typeof EPHEMERAL | typeof NODE): string {
  const { io, stdoutText } = anIo();
  printResult(io, { kind: 'print', ...result, plan, pod: plan.kind === 'node' ? plan.pod : POD });
  return stdoutText();
}

describe('printResult', () => {
  it.each([
    {
      label: 'a container that would be added',
      dryRun: 'client' as const,
      plan: EPHEMERAL,
      line: `pod/${POD.metadata.name ?? ''} patched (dry run)\n`,
    },
    {
      label: 'a pod that the server would create',
      dryRun: 'server' as const,
      plan: NODE,
      line: 'pod/node-debugger-n1-bbbbb created (server dry run)\n',
    },
  ])('says in one line what became of $label', ({ dryRun, plan, line }) => {
    expect(print({ dryRun, format: undefined }, plan)).toBe(line);
  });

  it('prints a pod as a document that says what it is', () => {
    const printed: unknown = JSON.parse(print({ dryRun: 'client', format: 'json' }, NODE));
    expect(printed).toEqual({ ...NODE.pod, apiVersion: 'v1', kind: 'Pod' });
    expect(print({ dryRun: undefined, format: 'yaml' }, NODE)).toMatch(/^apiVersion: v1\nkind: Pod\n/);
  });

  it('prints the name alone', () => {
    expect(print({ dryRun: undefined, format: 'name' }, NODE)).toBe('pod/node-debugger-n1-bbbbb\n');
  });
});

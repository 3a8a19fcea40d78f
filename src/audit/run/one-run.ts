import type { Envelope } from '../../pod/containers/envelope.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { AuditContext } from './audit-context.ts';
import type { ByteLease } from '../schedule/byte-budget.ts';
import type { RunStage } from './judge-failure.ts';
import type { AuditCopy } from './run-copy.ts';
import { rowWithoutRun, type RunFacts, type RunItem } from '../rows/run-item.ts';
import type { RunReason, RunRow } from '../rows/run-row.ts';

/** The state of one run. */
export interface Run {
  readonly context: AuditContext;
  readonly item: RunItem;
  /** Name of the debug container that the command runs in. */
  container: string;
  stage: RunStage;
  /** undefined if the command runs without one, so that nothing proves its output complete. */
  envelope: Envelope | undefined;
  /** What the row says, however the run ends. */
  facts: RunFacts;
  /** The copy of the pod that the command runs in, if any; it is deleted afterwards. */
  copy: AuditCopy | undefined;
  /** The memory that its output takes. */
  lease: ByteLease | undefined;
}

/** The row of a run whose pod is gone. */
export function rowOfVanished(run: Run, why: string): RunRow {
  return rowWithoutRun(run.item, {
    ...run.facts,
    outcome: 'vanished',
    reason: reasonOf('pod-replaced', why),
  });
}

/** A reason in our own words; `kind` may be empty. */
export function reasonOf(kind: string, message: string, hint = ''): RunReason {
  return { kind, message, hint };
}

/** The debug container of a run, in the pod or in its copy. */
export function debugContainerRef({ item, copy, container }: Run): ContainerRef {
  return { ...(copy === undefined ? item.pod : podRef(copy.pod)), container };
}

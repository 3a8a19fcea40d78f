import type { Envelope } from '../../pod/containers/envelope.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { ContainerRef } from '../../pod/types.ts';
import type { AuditContext } from './audit-context.ts';
import type { ByteLease } from '../schedule/byte-room.ts';
import type { RunStage } from './judge-failure.ts';
import type { AuditCopy } from './run-copy.ts';
import { rowWithoutRun, type RunFacts, type RunItem } from '../rows/run-item.ts';
import type { RunReason, RunRow } from '../rows/run-row.ts';

/** One run, and what is known of it so far. */
export interface Run {
  readonly context: AuditContext;
  readonly item: RunItem;
  /** The debug container that the command runs in. */
  container: string;
  stage: RunStage;
  /** What proves its output complete, if anything does. */
  envelope: Envelope | undefined;
  /** What its row has, however it ends. */
  facts: RunFacts;
  /** The copy of the pod that it runs in, where the pod itself takes no debug container; deleted with all that runs in it. */
  copy: AuditCopy | undefined;
  /** The room for what it printed. */
  lease: ByteLease | undefined;
}

/** The row of a run whose pod went away. */
export function gone(run: Run, why: string): RunRow {
  return rowWithoutRun(run.item, {
    ...run.facts,
    outcome: 'vanished',
    reason: reasonOf('pod-replaced', why),
  });
}

/** A reason in words of ours; `kind` may be empty. */
export function reasonOf(kind: string, message: string, hint = ''): RunReason {
  return { kind, message, hint };
}

/** The debug container of a run, in the pod or in its copy. */
export function refOf({ item, copy, container }: Run): ContainerRef {
  return { ...(copy === undefined ? item.pod : podRef(copy.pod)), container };
}

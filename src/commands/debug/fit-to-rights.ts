import type { Rights } from '../../cluster/api/rights.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { Notes } from '../../output/say/notes.ts';
import type { Debugging } from './find-targets.ts';
import { needOf, needsOf, podOfPlan, refuseNeed } from './request/session-rights.ts';

/** What is known of this user while all targets are planned. */
export interface Fitting {
  readonly rights: Rights;
  /** What was said of it for a target before: it is true of them all. */
  readonly said: Set<string>;
}

/**
 * How a plan is carried out by this user: `by-log` who may not attach, but may read the log, which has the output of a
 * command in an envelope. What is added can never be removed from a pod, so all this is known before. Throws `forbidden` where
 * something else is known to be missing.
 */
export async function fitToRights(
  { command, notes }: Debugging,
  plan: DebugPlan,
  { rights, said }: Fitting,
): Promise<'as-planned' | 'by-log'> {
  const { stdin, envelope } = command.request;
  let isByLog = false;
  for (const need of needsOf(command, plan)) {
    const missing = await rights.missing(need.rights, need);
    if (missing.length === 0) continue;
    if (need.otherwise !== undefined) {
      sayOnce(notes.warn, need.otherwise, said);
      continue;
    }
    const canReadLog = need.door === 'attach' && !stdin && (await mayReadLog(plan, rights));
    if (!canReadLog) throw await refuseNeed(rights, { need, missing, kind: plan.kind });
    // Without an envelope the session says itself that it shows the log.
    isByLog = envelope?.kind === 'on-line';
  }
  if (isByLog)
    sayOnce(
      notes.note,
      'you may not attach (pods/attach), so the output is read from the log, stderr on stdout',
      said,
    );
  return isByLog ? 'by-log' : 'as-planned';
}

function sayOnce(say: Notes['note'], text: string, said: Set<string>): void {
  if (!said.has(text)) say(text);
  said.add(text);
}

async function mayReadLog(plan: DebugPlan, rights: Rights): Promise<boolean> {
  const need = needOf('log', podOfPlan(plan));
  return (await rights.missing(need.rights, need)).length === 0;
}

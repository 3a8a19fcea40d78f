import type { Rights } from '../../cluster/api/rights.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { Debugging } from './debugging.ts';
import { needOf, needsOf, podOfPlan, refuseNeed } from './request/session-rights.ts';

/**
 * Decides how this user can carry out a plan: `by-log` for a command in an envelope if the user may read the log but not
 * attach. Asked before anything is added, as a debug container can never be removed from a pod. Throws `forbidden` if
 * another right is known to be missing.
 */
export async function fitToRights(
  { command, once }: Debugging,
  plan: DebugPlan,
  rights: Rights,
): Promise<'as-planned' | 'by-log'> {
  const { stdin, envelope } = command.request;
  let isByLog = false;
  for (const need of needsOf(command, plan)) {
    const missing = await rights.missing(need.rights, need);
    if (missing.length === 0) continue;
    if (need.otherwise !== undefined) {
      once.warn(need.otherwise);
      continue;
    }
    const canReadLog = need.door === 'attach' && !stdin && (await mayReadLog(plan, rights));
    if (!canReadLog) throw await refuseNeed(rights, { need, missing, kind: plan.kind });
    // Without an envelope the session itself says that it shows the log.
    isByLog = envelope?.kind === 'on-line';
  }
  if (isByLog)
    once.note('you may not attach (pods/attach), so the output is read from the log, stderr on stdout');
  return isByLog ? 'by-log' : 'as-planned';
}

async function mayReadLog(plan: DebugPlan, rights: Rights): Promise<boolean> {
  const need = needOf('log', podOfPlan(plan));
  return (await rights.missing(need.rights, need)).length === 0;
}

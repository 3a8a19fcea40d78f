import type { Pod } from '../../src/pod/types.ts';
import type { FailureRule } from './job-spec.ts';

/** What the failure of a pod means for its Job: `count` it, `ignore` it, or end the index or the whole Job. */
export type FailureAction = 'count' | 'ignore' | 'fail-index' | 'fail-job';

const ACTIONS: Readonly<Record<string, FailureAction>> = {
  Ignore: 'ignore',
  FailIndex: 'fail-index',
  FailJob: 'fail-job',
};

/**
 * The action of the first rule that fits a failed pod.
 * See https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy
 */
export function failureAction(pod: Pod, rules: readonly FailureRule[]): FailureAction {
  const rule = rules.find((candidate) => fits(pod, candidate));
  return ACTIONS[rule?.action ?? ''] ?? 'count';
}

function fits({ status = {} }: Pod, { onExitCodes, onConditions }: FailureRule): boolean {
  if (onExitCodes !== undefined) {
    const codes = (status.containerStatuses ?? []).flatMap(({ state }) => state?.terminated?.exitCode ?? []);
    const isIn = (code: number): boolean => onExitCodes.values.includes(code);
    const failed = codes.filter((code) => code !== 0);
    return onExitCodes.operator === 'In' ? failed.some(isIn) : failed.some((code) => !isIn(code));
  }
  return (status.conditions ?? []).some(
    (condition) => condition.status === 'True' && onConditions.includes(condition.type),
  );
}

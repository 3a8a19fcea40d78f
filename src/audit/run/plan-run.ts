import { refuseIfCannotRun } from '../../plan/can-run.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { planEphemeralContainer, type EphemeralPlan } from '../../plan/container/ephemeral-container.ts';
import { planFallbacks, type Fallback } from '../../plan/fallbacks.ts';
import { isWindowsSpec } from '../../pod/pod-os.ts';
import type { Pod } from '../../pod/types.ts';
import { chooseTargetContainer } from '../../target/containers/choose-target-container.ts';
import type { TargetRule } from '../rows/audit-settings.ts';

/** The debug container to add for one run. */
export interface RunPlan {
  readonly plan: EphemeralPlan;
  readonly fallbacks: readonly Fallback[];
  /** '' for none. */
  readonly target: string;
  /** Choices that the user did not make and may want to know. */
  readonly notes: readonly string[];
}

interface RunPlanRequest {
  readonly request: DebugRequest;
  readonly target: TargetRule;
  readonly container: string;
  readonly now: Date;
}

/**
 * Plans the debug container for the current state of a pod. Throws what `refuseIfCannotRun` and
 * `planEphemeralContainer` throw.
 */
export function planRun(pod: Pod, { request, target: rule, container, now }: RunPlanRequest): RunPlan {
  const { target, notes } = chooseTarget(pod, rule, now);
  const wanted = { ...request, containerName: container, ...(target !== '' && { target }) };
  refuseIfCannotRun(pod, { target: wanted.target, waits: true, image: request.image });
  // No random name is needed: the request has one.
  const planAgain = (other: DebugRequest): EphemeralPlan => planEphemeralContainer(pod, other, () => 0);
  const plan = planAgain(wanted);
  const fallbacks = planFallbacks({ pod, plan, request: wanted }, planAgain);
  return { plan, fallbacks, target, notes };
}

interface Chosen {
  readonly target: string;
  readonly notes: readonly string[];
}

function chooseTarget(pod: Pod, rule: TargetRule, now: Date): Chosen {
  if (rule.kind === 'none') return { target: '', notes: [] };
  if (rule.kind === 'named') return { target: rule.name, notes: [] };
  if (isWindowsSpec(pod)) return { target: '', notes: ['no target container: it is a Windows pod'] };
  const choice = chooseTargetContainer(pod, now);
  switch (choice.kind) {
    case 'one':
      return { target: choice.name, notes: [] };
    case 'none':
      return { target: '', notes: [`no target container: ${choice.why}`] };
    case 'several': {
      // kubectl's own commands also take the first container by default.
      const [first = '', ...others] = choice.names;
      return {
        target: first,
        notes: [`target is "${first}", not ${others.join(', ')}: see --all-containers`],
      };
    }
  }
}

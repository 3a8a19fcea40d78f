import { refuseIfCannotRun } from '../../plan/can-run.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { planEphemeralContainer, type EphemeralPlan } from '../../plan/container/ephemeral-container.ts';
import { planFallbacks, type Fallback } from '../../plan/fallbacks.ts';
import type { Pod } from '../../pod/types.ts';
import { chooseTargetContainer } from '../../target/containers/choose-target-container.ts';
import type { TargetRule } from '../rows/audit-settings.ts';

/** The debug container of one run, as it is going to be added. */
export interface RunPlan {
  readonly plan: EphemeralPlan;
  readonly fallbacks: readonly Fallback[];
  /** '' for none. */
  readonly target: string;
  /** What was chosen for the user and is not a matter of course. */
  readonly notes: readonly string[];
}

/** What one run needs beside its pod. */
export interface RunWish {
  readonly request: DebugRequest;
  readonly target: TargetRule;
  readonly container: string;
  readonly now: Date;
}

/**
 * Plans the debug container of one pod as it is now. Throws a `CliError` for a pod that cannot run it, as
 * `refuseIfCannotRun` and `planEphemeralContainer`.
 */
export function planRun(pod: Pod, { request, target: rule, container, now }: RunWish): RunPlan {
  const { target, notes } = chooseTarget(pod, rule, now);
  const wanted = { ...request, containerName: container, ...(target !== '' && { target }) };
  refuseIfCannotRun(pod, { target: wanted.target, waits: true, image: request.image });
  // The name is given, so nothing is left to chance.
  const planAgain = (other: DebugRequest): EphemeralPlan => planEphemeralContainer(pod, other, () => 0);
  const plan = planAgain(wanted);
  const fallbacks = planFallbacks({ pod, plan, request: wanted }, planAgain);
  return { plan, fallbacks, target, notes };
}

interface Chosen {
  readonly target: string;
  readonly notes: readonly string[];
}

/** A name of a container that is called `auto` is not meant: the rule says so itself. */
function chooseTarget(pod: Pod, rule: TargetRule, now: Date): Chosen {
  if (rule.kind === 'none') return { target: '', notes: [] };
  if (rule.kind === 'named') return { target: rule.name, notes: [] };
  const choice = chooseTargetContainer(pod, now);
  switch (choice.kind) {
    case 'one':
      return { target: choice.name, notes: [] };
    case 'none':
      return { target: '', notes: [`no target container: ${choice.why}`] };
    case 'several': {
      // As kubectl's own commands take the first where nothing says which one is meant.
      const [first = '', ...others] = choice.names;
      return {
        target: first,
        notes: [`target is "${first}", not ${others.join(', ')}: see --all-containers`],
      };
    }
  }
}

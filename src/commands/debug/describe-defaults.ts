import type { CommandInput } from '../../flags/flag.ts';
import type { Defaults } from '../shared/debug-defaults.ts';
import type { DebugCommand } from './request/debug-command.ts';
import { flagsWithoutKubectl, renderKubectlLine, type ChosenTexts } from './request/kubectl-line.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { Fallback } from '../../plan/fallbacks.ts';
import { describeIds } from '../../pod/containers/container-user.ts';

interface Choosing {
  readonly input: CommandInput;
  readonly command: Pick<DebugCommand, 'defaults' | 'exec' | 'request'>;
  /** The plan that was carried out, or would be. */
  readonly plan: DebugPlan;
  /** How the pod was found, if its name was not typed; the pod, if there are several namespaces. */
  readonly foundAs: string | undefined;
  /** The fallback that was used because Pod Security refused the first plan. */
  readonly fallback: Fallback | undefined;
}

/** The flags of kubectl for the defaults that follow from the command line alone, for `--show-kubectl`. */
export function textsOfDefaults({ image, isInteractive }: Defaults): ChosenTexts {
  return {
    ...(image !== undefined && { image }),
    ...(isInteractive && { stdin: 'true', tty: 'true' }),
  };
}

/** Describes what was chosen for the user, with the same kubectl line if there is one; undefined if nothing was chosen. */
export function describeChosen(choosing: Choosing): string | undefined {
  const { input, command, plan, fallback } = choosing;
  const { defaults } = command;
  const { image, isInteractive } = defaults;
  const target = defaults.target === 'chosen' ? targetOf(plan) : undefined;
  const chosen = [
    choosing.foundAs ?? [],
    image === undefined ? [] : `image ${image}`,
    isInteractive ? '-it' : [],
    target === undefined ? [] : `target container "${target}"`,
    fallback === undefined ? [] : textsOfFallback(fallback),
  ].flat();
  if (chosen.length === 0) return undefined;
  const using = `using ${chosen.join(', ')}`;
  if (!hasKubectlLine(choosing)) return using;
  const texts = { ...textsOf(defaults, plan), ...(fallback && { profile: fallback.profile }) };
  return `${using}; with kubectl: ${renderKubectlLine(input, texts)}`;
}

function targetOf(plan: DebugPlan): string | undefined {
  return plan.kind === 'ephemeral' ? plan.container.targetContainerName : undefined;
}

function textsOfFallback({ profile, setsUser }: Fallback): readonly string[] {
  return [
    `--profile=${profile}`,
    ...(setsUser === undefined ? [] : [`--run-as-user=${describeIds(setsUser)}`]),
  ];
}

/** A line of kubectl cannot keep a container and run a command in it, and has no flag for a user. */
function hasKubectlLine({ input, command, fallback }: Choosing): boolean {
  const isOneLine = command.exec === undefined && fallback?.setsUser === undefined;
  return isOneLine && flagsWithoutKubectl(input).length === 0;
}

function textsOf(defaults: Defaults, plan: DebugPlan): ChosenTexts {
  const texts = textsOfDefaults(defaults);
  switch (plan.kind) {
    case 'node':
      return texts;
    case 'copy':
      return { ...texts, names: [plan.original.name], namespace: plan.original.namespace };
    case 'ephemeral': {
      const { name, targetContainerName: target } = plan.container;
      const { namespace } = plan.pod;
      const container = { container: name, ...(target !== undefined && { target }) };
      return { ...texts, ...container, names: [plan.pod.name], namespace };
    }
  }
}

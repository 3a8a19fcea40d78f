import type { CommandInput } from '../flags/flag.ts';
import type { Defaults } from './debug-defaults.ts';
import type { DebugCommand } from './debug-request.ts';
import { flagsWithoutKubectl, renderKubectlLine, type ChosenTexts } from './kubectl-line.ts';
import type { PlannedTarget } from './plan-targets.ts';

interface Choosing {
  readonly input: CommandInput;
  readonly command: Pick<DebugCommand, 'defaults' | 'exec' | 'request'>;
  readonly planned: PlannedTarget;
}

/** What the command line alone leads to, for `--show-kubectl`. */
export function textsOfDefaults({ image, isInteractive }: Defaults): ChosenTexts {
  return {
    ...(image !== undefined && { image }),
    ...(isInteractive && { stdin: 'true', tty: 'true' }),
  };
}

/**
 * One line on what was chosen for the user, with the kubectl line that says the same where there is one; undefined where nothing was.
 */
export function describeChosen({ input, command, planned }: Choosing): string | undefined {
  const { defaults } = command;
  const { plan, how } = planned;
  const target = plan.kind === 'ephemeral' ? plan.container.targetContainerName : undefined;
  const isTargetChosen = defaults.target !== 'given' && target !== undefined;
  const chosen = [
    ...(how === undefined ? [] : [how]),
    ...(defaults.image === undefined ? [] : [`image ${defaults.image}`]),
    ...(defaults.isInteractive ? ['-it'] : []),
    ...(isTargetChosen ? [`target container "${target}"`] : []),
  ];
  if (chosen.length === 0) return undefined;
  const using = `using ${chosen.join(', ')}`;
  // No one line of kubectl keeps a container and runs a command in it.
  if (command.exec !== undefined || flagsWithoutKubectl(input).length > 0) return using;
  return `${using}; with kubectl: ${renderKubectlLine(input, textsOf(defaults, planned))}`;
}

function textsOf(defaults: Defaults, { plan }: PlannedTarget): ChosenTexts {
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

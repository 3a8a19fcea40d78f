import { podRef } from '../../../src/pod/pod-ref.ts';
import type { Pod } from '../../../src/pod/types.ts';
import type { ContainerPlan } from '../../run/process/container-plan.ts';
import { DEMO_APP_COMMAND } from '../../run/process/demo-app.ts';
import type { RoledContainer } from './container-role.ts';
import { envValues } from './env-values.ts';
import { expandVariables } from './expand-variables.ts';
import { ownProgramOf } from './own-program.ts';

const [DEMO_APP, ...DEMO_APP_ARGUMENTS] = DEMO_APP_COMMAND;

/**
 * Makes the runtime's plan of a container. The playground has no images: a container without a command, or with the
 * command `/app`, is the demo app in a root without a shell; the others see the programs of this machine. An
 * ephemeral container and one with stdin run a shell by default; `autodiagnose` runs a program of its own.
 */
export function planContainer(pod: Pod, { role, spec }: RoledContainer): ContainerPlan {
  const isInteractive = role === 'ephemeral' || spec.stdin === true;
  const values = envValues(pod, spec.env ?? []);
  const expand = (word: string): string => expandVariables(word, values);
  const given = (spec.command ?? []).map(expand);
  const args = (spec.args ?? []).map(expand);
  const own = given.length + args.length === 0 ? ownProgramOf(spec.image ?? '') : undefined;
  const command = own ?? commandOf(given, args, isInteractive);
  const tty = spec.tty === true;
  const hostName = podRef(pod).name;
  return {
    hostName,
    command,
    program: command[0] === DEMO_APP ? 'demo-app' : 'system',
    env: {
      HOSTNAME: hostName,
      HOME: '/root',
      ...(tty ? { TERM: 'xterm' } : {}),
      ...values,
    },
    tty,
    stdin: spec.stdin === true,
    ...entrypointOf(spec.image, given, args),
  };
}

function entrypointOf(
  image: string | undefined,
  command: readonly string[],
  args: readonly string[],
): Pick<ContainerPlan, 'entrypoint'> {
  return command.length > 0 ? {} : { entrypoint: { image: image ?? '', args } };
}

function commandOf(
  command: readonly string[],
  args: readonly string[],
  isInteractive: boolean,
): readonly string[] {
  if (command.length > 0) return [...command, ...args];
  if (isInteractive) return args.length > 0 ? args : ['sh'];
  return [DEMO_APP, ...(args.length > 0 ? args : DEMO_APP_ARGUMENTS)];
}

import { CliError } from '../../errors/cli-error.ts';
import { commandText, shellNames } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { canAsk, choose } from '../../output/ask/choose.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { listContainers } from '../../pod/containers/containers.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { chooseTargetContainer, type TargetChoice } from '../../target/containers/choose-target-container.ts';
import type { Defaults } from '../shared/debug-defaults.ts';

/** The target container that was chosen. */
export interface ChosenTarget {
  readonly target?: string;
  /** Why there is none, or what that means. */
  readonly note?: string;
}

/** A container may have this name. */
const AUTO = 'auto';

/**
 * Chooses the target container of a pod for `--target=auto` and, without `--image`, if there is no `--target`; with `--image`
 * alone there is none, and a note says what is not seen. Throws `ambiguous` if there are several and we cannot ask.
 */
export async function chooseTarget(
  io: Io,
  {
    pod,
    request,
    defaults,
  }: { readonly pod: Pod; readonly request: DebugRequest; readonly defaults: Defaults },
  signal: AbortSignal,
): Promise<ChosenTarget> {
  if (defaults.target === 'given') return request.target === undefined ? {} : { target: request.target };
  if (request.target === AUTO && listContainers(pod).some(({ name }) => name === AUTO))
    return { target: AUTO };
  const choice = chooseTargetContainer(pod, io.now());
  if (defaults.target === 'none') return noteNoTarget(pod, request, choice);
  switch (choice.kind) {
    case 'one':
      return { target: choice.name };
    case 'none':
      return { note: `no target container: ${choice.why}; ${choice.next}` };
    case 'several':
      return { target: await ask(io, { pod, names: choice.names }, signal) };
  }
}

/** No note without a session, nor in a pod that shares its process namespace, where all processes are seen. */
function noteNoTarget(pod: Pod, request: DebugRequest, choice: TargetChoice): ChosenTarget {
  if (!request.attach || pod.spec.shareProcessNamespace === true || choice.kind === 'none') return {};
  const names = choice.kind === 'one' ? [choice.name] : choice.names;
  const flags = names.map((name) => commandText`--target=${name}`).join(' or ');
  return {
    note: `no target: only the processes of the debug container are seen; those of the app with ${flags}`,
  };
}

async function ask(
  io: Io,
  { pod, names }: { readonly pod: Pod; readonly names: readonly string[] },
  signal: AbortSignal,
): Promise<string> {
  const what = `more than one container of ${describePod(pod)} could be the target`;
  if (!canAsk(io))
    throw new CliError('ambiguous', what, {
      hint: `use --target with one of ${shellNames(names)}; --target= for none`,
    });
  const choices = names.map((name) => ({ label: name, value: name }));
  return choose(io, { question: `${what}; which one?`, choices }, signal);
}

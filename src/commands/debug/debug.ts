import { EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { podOf } from '../shared/find-one-pod.ts';
import { wantsOneLine } from '../shared/session-options.ts';
import { withCluster } from '../shared/with-cluster.ts';
import { makeOnceNotes } from './debugging.ts';
import { textsOfDefaults } from './describe-defaults.ts';
import { readDebugCommand, type DebugCommand } from './request/debug-command.ts';
import { refuseWithoutKubectlLine, renderKubectlLine, type ChosenTexts } from './request/kubectl-line.ts';
import { runTargets } from './run-targets.ts';

/**
 * `kubectl-debug POD…`: debugs each target in turn, and shows the output of its container. Returns the exit code of the
 * first command that failed, else 0. Everything that can be refused is refused before the first change.
 */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const command = await readDebugCommand(io, input);
  if (command.result.kind === 'kubectl-line') {
    refuseWithoutKubectlLine(input);
    sayWhatIsLeftOut(io, command);
    for (const texts of kubectlTexts(input, command)) io.stdout.write(`${renderKubectlLine(input, texts)}\n`);
    return EXIT.ok;
  }
  const { isQuiet } = command;
  const notes = makeNotes(io, { quiet: isQuiet });
  const once = makeOnceNotes(notes);
  return withCluster(io, input.flags, (cluster, signal) =>
    runTargets(
      {
        ...{ io, cluster, notes, isQuiet, input, command, once },
        ...{ isBrief: isBrief(io, input, command), unfit: new Set(), verifying: new Set() },
      },
      signal,
    ),
  );
}

/** Whether a person opens a shell, and one line says what was chosen. */
function isBrief(io: Io, { flags }: CommandInput, { result, exec, request }: DebugCommand): boolean {
  const { stdin, tty } = exec ?? request;
  return result.kind === 'session' && stdin && tty && wantsOneLine(io, flags);
}

/** What each line for kubectl names: kubectl takes the pods of one namespace, and no `NAMESPACE/POD`. */
function kubectlTexts(input: CommandInput, { targets, defaults }: DebugCommand): readonly ChosenTexts[] {
  const texts = textsOfDefaults(defaults);
  const given = input.flags.string('namespace') ?? '';
  const own = { namespace: given, namespaceIsExplicit: given !== '' };
  const placed = targets.map((target, index) => {
    if (target.kind !== 'pod' || target.namespace === undefined)
      return { namespace: given, name: input.names[index] ?? '' };
    return podOf(own, target);
  });
  const namespaces = new Set(placed.map(({ namespace }) => namespace));
  if (targets.length === 0) return [texts];
  return [...namespaces].map((namespace) => {
    const names = placed.filter((each) => each.namespace === namespace).map(({ name }) => name);
    return { ...texts, names, ...(namespace !== '' && { namespace }) };
  });
}

/** kubectl sets the variable of a reason, but no annotation. */
function sayWhatIsLeftOut(io: Io, { request, copy, targets, isQuiet }: DebugCommand): void {
  const makesPod = copy !== undefined || targets.some(({ kind }) => kind === 'node');
  if (request.reason === undefined || !makesPod) return;
  makeNotes(io, { quiet: isQuiet }).note(
    'kubectl debug cannot annotate the pod with the reason; it only sets the variable',
  );
}

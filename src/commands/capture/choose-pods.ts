import { beginsFilter } from '../../capture/filter/filter-words.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Connected } from '../../join/connected.ts';
import { canAsk } from '../../output/ask/choose.ts';
import { confirm } from '../../output/ask/confirm.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { describeTarget } from '../../target/names/parse-target.ts';
import { findManyPods } from '../pods/find-many-pods.ts';
import { sayFailure } from '../shared/one-of-many.ts';
import type { CaptureRequest } from './capture-request.ts';

/** A capture in more pods is asked about: each gets a debug container, which stays. */
const MANY = 50;

/**
 * Finds the pods of a call. A target that is not there ends the call before anything is added: it may be a mistyped filter, and
 * without that more would be captured than was wanted. Throws as `findManyPods`, and `usage` for a node and for many pods that
 * nobody can confirm. Empty if the user says no.
 */
export async function choosePods(
  connected: Connected,
  request: CaptureRequest,
  signal: AbortSignal,
): Promise<readonly Pod[]> {
  refuseNodes(request);
  const wanted = { ...request, does: 'capture packets of' };
  const { namespace } = connected.cluster;
  const hinted = (failure: CliError): CliError => withHabitHint(failure, { ...request, namespace });
  const { pods, failures } = await findManyPods(connected, wanted, signal).catch((error: unknown) => {
    throw isCliError(error) && error.kind === 'not-found' ? hinted(error) : error;
  });
  const [missing, ...others] = failures.map(hinted);
  if (missing !== undefined) {
    for (const failure of others) sayFailure(connected.io, failure);
    throw missing;
  }
  if (pods.length > MANY && !(await confirmMany(connected, request, { pods, signal }))) return [];
  sayCount(connected, request, pods);
  return pods;
}

function refuseNodes({ targets }: CaptureRequest): void {
  const node = targets.find(({ kind }) => kind === 'node');
  if (node === undefined) return;
  throw new CliError('usage', `cannot capture in "${describeTarget(node)}": packets are captured in pods`, {
    hint: commandText`on the node itself: kubectl-debug ${describeTarget(node)} --preset=net -- tcpdump -n -i any`,
  });
}

/** What people of tcpdump type may be read as the name of a pod, or of a namespace. */
function withHabitHint(
  failure: CliError,
  { targets, namespace }: Pick<CaptureRequest, 'targets'> & { readonly namespace: string },
): CliError {
  const isOption = beginsFilter(namespace) || /^ni?$/.test(namespace);
  if (targets.length < 2 && !isOption) return failure;
  const hint = failure.hint === undefined ? '' : `${failure.hint}; `;
  const more = isOption
    ? '-n is the namespace here, and addresses are always numbers: leave it out'
    : 'a filter begins with a word such as host or port, or goes after --';
  return new CliError(failure.kind, failure.message, { hint: `${hint}${more}`, cause: failure });
}

async function confirmMany(
  { io, notes }: Connected,
  { isConfirmed }: CaptureRequest,
  { pods, signal }: { readonly pods: readonly Pod[]; readonly signal: AbortSignal },
): Promise<boolean> {
  if (isConfirmed) return true;
  if (!canAsk(io))
    throw new CliError('usage', `${pods.length} pods would each get a debug container`, {
      hint: 'name fewer, or add --yes',
    });
  if (await confirm(io, `Add a debug container to each of ${pods.length} pods, and capture?`, signal))
    return true;
  notes.note('nothing was captured');
  return false;
}

function sayCount({ notes }: Connected, { targets }: CaptureRequest, pods: readonly Pod[]): void {
  const [first] = pods;
  if (pods.length === 1 && first !== undefined) {
    if (targets[0]?.kind !== 'pod') notes.note(`capturing in the only pod, ${describePod(first)}`);
  } else notes.note(`capturing in ${pods.length} pods: ${namesOf(pods)}`);
}

/** How many names a line lists. */
const MAX_NAMES = 5;

function namesOf(pods: readonly Pod[]): string {
  const more = pods.length > MAX_NAMES ? ` and ${pods.length - MAX_NAMES} more` : '';
  return `${pods.slice(0, MAX_NAMES).map(describePod).join(', ')}${more}`;
}

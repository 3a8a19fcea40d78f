import { CliError } from '../../errors/cli-error.ts';
import type { ErrorKind } from '../../errors/error-kinds.ts';
import { commandText } from '../../errors/shell-word.ts';
import { CAPTURE_IMAGE } from '../../flags/tables/network/capture-flags.ts';
import type { OpenKeeper } from '../../join/keeper/open-keeper.ts';
import { describeContainer, describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { latestPod } from '../../cluster/watch/pod-watch.ts';
import type { TcpdumpEnd } from '../run/tcpdump-end.ts';

/** Where tcpdump has failed. */
interface FailedIn {
  readonly pod: Pod;
  readonly keeper: OpenKeeper;
  /** As it was given to tcpdump; empty for every packet. */
  readonly filter: string;
}

type Failed = Extract<TcpdumpEnd, { kind: 'ended' }>;

/** What tcpdump says of a failure, and what that is about. */
const ROWS: readonly {
  readonly says: RegExp;
  readonly kind: ErrorKind;
  readonly hint: (failed: Failed) => string;
}[] = [
  {
    says: /no such device|that device doesn't exist|doesn't support capturing|is not up/i,
    kind: 'interface-not-found',
    hint: ({ interfaces }) =>
      interfaces.length === 0
        ? 'leave out --interface for all interfaces of the pod'
        : `the interfaces of the pod: ${interfaces.join(', ')}; leave out --interface for all of them`,
  },
  {
    says: /permission|operation not permitted/i,
    kind: 'capture-denied',
    hint: () =>
      'the container runtime gives root no NET_RAW: capture in a namespace in which it may be added, or on the node',
  },
  {
    says: /filter|syntax error|unknown (?:host|port|network|protocol|ether)|expression|modifier|illegal|not supported|invalid (?:ip|token|character|qualifier)/i,
    kind: 'filter-invalid',
    hint: () =>
      "the words of a filter are those of pcap-filter(7), for example 'tcp port 80 and host 10.0.0.7'",
  },
];

/** Whether the image has no tcpdump that could run. */
export function lacksTcpdump(end: TcpdumpEnd): boolean {
  return end.kind === 'ended' && (end.exitCode === 127 || end.exitCode === 126);
}

/**
 * The error for a run of tcpdump that has failed by itself; undefined if it, or its container, was ended from outside.
 */
export function explainTcpdump(failed: Failed, failedIn: FailedIn): CliError | undefined {
  const { exitCode } = failed;
  if (exitCode === 0 || exitCode > 128) return undefined;
  return exitCode === 127 || exitCode === 126
    ? withoutTcpdump(exitCode, failedIn)
    : saidError(failed, failedIn);
}

function saidError(failed: Failed, { pod, filter }: FailedIn): CliError {
  const { exitCode, said } = failed;
  const row = ROWS.find(({ says }) => says.test(said));
  const about = row?.kind === 'filter-invalid' ? ` in "${filter}"` : '';
  const why = said === '' ? `tcpdump exited with ${exitCode}` : `${saidOnce(said)}${about}`;
  return new CliError(row?.kind ?? 'capture-failed', `cannot capture in ${describePod(pod)}: ${why}`, {
    ...(row !== undefined && { hint: row.hint(failed) }),
  });
}

/** libpcap repeats the text of its error in brackets, where the kernel says nothing else. */
function saidOnce(said: string): string {
  const before = said.slice(0, said.lastIndexOf(' ('));
  const isTwice = before !== '' && said.endsWith(')') && before.endsWith(said.slice(before.length + 2, -1));
  return isTwice ? before : said;
}

function withoutTcpdump(exitCode: 126 | 127, { pod, keeper }: FailedIn): CliError {
  const { spec } = latestPod(keeper.watch) ?? pod;
  const image = spec.ephemeralContainers?.find(({ name }) => name === keeper.ref.container)?.image ?? '';
  const what = exitCode === 127 ? 'has no tcpdump' : 'has a tcpdump that cannot be executed';
  return new CliError(
    exitCode === 127 ? 'command-not-found' : 'command-not-executable',
    `cannot capture: image "${image}" of ${describeContainer(keeper.ref)} ${what}`,
    { hint: commandText`use one that has it: --image=${CAPTURE_IMAGE}` },
  );
}

import type { Cluster } from '../cluster/cluster.ts';
import { readEffectiveSettings } from '../cluster/effective-settings.ts';
import { readPodSecurity } from '../cluster/pod-security.ts';
import { makeRole } from '../cluster/role.ts';
import { minorOf, readVersion } from '../cluster/server-version.ts';
import { whoAmI } from '../cluster/who-am-i.ts';
import { CliError, isCliError } from '../errors/cli-error.ts';
import { CHECK_EXIT } from '../errors/exit-codes.ts';
import type { CommandInput } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { makeNotes } from '../output/notes.ts';
import { makeStyles } from '../output/styles.ts';
import { writeText } from '../output/write-text.ts';
import { findPod } from '../target/find-pod.ts';
import { findReadyPod } from '../target/find-ready-pod.ts';
import { describeSettings, judgeLabels, judgeVersion } from './check-findings.ts';
import { renderReport, renderRole, type Report } from './check-report.ts';
import { isAskedFor, missingRights, reviewRights, type ReviewedRight } from './check-rights.ts';
import { examinePods, unlessRefused } from './check-pods.ts';
import { askForPod, parseOneTarget, podOf, type OneTarget } from './find-one-pod.ts';
import { podRef } from '../pod/pod-ref.ts';
import type { Pod } from '../pod/types.ts';
import { readConnectionOptions } from './connection.ts';
import { defaultImage } from './debug-defaults.ts';
import { withCluster } from './with-cluster.ts';

interface CheckRequest {
  readonly target: OneTarget | undefined;
  readonly hasRoleOnly: boolean;
}

/** `kubectl-debug check [POD]`: what stands in the way of debugging; 0 nothing, 1 something, 2 a bad call. */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const request = readCheckRequest(input);
  return withCluster(io, input.flags, async (cluster, signal) => {
    const place = await findPlace({ io, cluster }, request.target, signal);
    const checking = { io, cluster, input, place };
    const report = request.hasRoleOnly ? await reviewOnly(checking, signal) : await examine(checking, signal);
    if (request.hasRoleOnly) await printRole(io, report);
    else await writeText(io.stdout, renderReport(report, makeStyles(io, 'stdout')));
    const isFine = report.role === undefined && report.findings.every(({ verdict }) => verdict !== 'missing');
    return isFine ? CHECK_EXIT.ok : CHECK_EXIT.failure;
  });
}

interface Checking {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly input: CommandInput;
  readonly place: CheckedPlace;
}

/** A namespace, and a pod of it where one was named. */
interface CheckedPlace {
  readonly namespace: string;
  readonly podName: string | undefined;
  /** undefined where the pod may not be read. */
  readonly pod: Pod | undefined;
}

async function findPlace(
  { io, cluster }: Pick<Checking, 'io' | 'cluster'>,
  target: OneTarget | undefined,
  signal: AbortSignal,
): Promise<CheckedPlace> {
  if (target === undefined) return { namespace: cluster.namespace, podName: undefined, pod: undefined };
  if (target.kind === 'workload') return placeOf(await findReadyPod(cluster, target, signal));
  const ref = podOf(cluster, target);
  try {
    return placeOf(await findPod(cluster, { ref, ask: askForPod(io, signal) }, signal));
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'forbidden') throw error;
    return { namespace: ref.namespace, podName: ref.name, pod: undefined };
  }
}

function placeOf(pod: Pod): CheckedPlace {
  const { namespace, name } = podRef(pod);
  return { namespace, podName: name, pod };
}

function readCheckRequest({ flags, names, commandAfterDash }: CommandInput): CheckRequest {
  const [text, ...others] = names;
  if (others.length > 0 || commandAfterDash !== undefined)
    throw new CliError('usage', 'check takes one pod, or none, and no command', {
      hint: 'kubectl-debug check [POD]',
    });
  const format = flags.string('output') ?? '';
  if (format !== '' && format !== 'yaml')
    throw new CliError('usage', `unknown output format "${format}"`, {
      hint: '-o yaml prints the Role that gives what is missing',
    });
  const target = text === undefined ? undefined : parseOneTarget(text, 'check');
  return { target, hasRoleOnly: format === 'yaml' };
}

async function printRole(io: Io, { role }: Report): Promise<void> {
  if (role !== undefined) await writeText(io.stdout, renderRole(role));
  else makeNotes(io, { quiet: false }).note('nothing is missing');
}

async function reviewOnly({ cluster, place }: Checking, signal: AbortSignal): Promise<Report> {
  const { namespace, podName: pod } = place;
  const [version, reviewed] = await Promise.all([
    readVersion(cluster, signal),
    reviewRights(cluster, { namespace, pod }, signal),
  ]);
  return { ...judgeRights(namespace, reviewed, minorOf(version)), findings: [], userName: undefined };
}

function judgeRights(
  namespace: string,
  reviewed: readonly ReviewedRight[],
  minor: number,
): Pick<Report, 'rights' | 'role'> {
  const missing = missingRights(reviewed, minor);
  const role = missing.length === 0 ? undefined : makeRole(namespace, missing);
  return { rights: reviewed.filter((right) => isAskedFor(right, minor)), role };
}

async function examine(checking: Checking, signal: AbortSignal): Promise<Report> {
  const { io, cluster, input, place } = checking;
  const { namespace, podName } = place;
  const settings = await readEffectiveSettings(io, readConnectionOptions(input.flags));
  const image = defaultImage(io);
  const reviewing = reviewRights(cluster, { namespace, pod: podName }, signal);
  const [version, userName, security, reviewed, aboutPods] = await Promise.all([
    readVersion(cluster, signal),
    unlessRefused(whoAmI(cluster, signal)),
    unlessRefused(readPodSecurity(cluster, namespace, signal)),
    reviewing,
    examinePods({ io, cluster, ...place, image, reviewing }, signal),
  ]);
  const findings = [
    judgeVersion(version, settings),
    ...describeSettings(settings, { userName, namespace, image }),
    judgeLabels(security),
    ...aboutPods,
  ];
  return { ...judgeRights(namespace, reviewed, minorOf(version)), findings, userName };
}

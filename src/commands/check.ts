import type { Cluster } from '../cluster/cluster.ts';
import { readEffectiveSettings } from '../cluster/effective-settings.ts';
import { readPodSecurity } from '../cluster/pod-security.ts';
import { makeRole } from '../cluster/role.ts';
import { minorOf, readVersion } from '../cluster/server-version.ts';
import { whoAmI } from '../cluster/who-am-i.ts';
import { CliError } from '../errors/cli-error.ts';
import { CHECK_EXIT } from '../errors/exit-codes.ts';
import type { CommandInput } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import { makeNotes } from '../output/notes.ts';
import { makeStyles } from '../output/styles.ts';
import { writeText } from '../output/write-text.ts';
import { parseTarget } from '../target/parse-target.ts';
import { describeSettings, judgeLabels, judgeVersion } from './check-findings.ts';
import { renderReport, renderRole, type Report } from './check-report.ts';
import { isAskedFor, missingRights, reviewRights, type ReviewedRight } from './check-rights.ts';
import { examinePods, unlessRefused } from './check-pods.ts';
import { readConnectionOptions } from './connection.ts';
import { defaultImage } from './debug-defaults.ts';
import { withCluster } from './with-cluster.ts';

interface CheckRequest {
  readonly podName: string | undefined;
  readonly hasRoleOnly: boolean;
}

/** `kubectl-debug check [POD]`: what stands in the way of debugging; 0 nothing, 1 something, 2 a bad call. */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const request = readCheckRequest(input);
  return withCluster(io, input.flags, async (cluster, signal) => {
    const checking = { io, cluster, input, request };
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
  readonly request: CheckRequest;
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
  return { podName: text === undefined ? undefined : readPodName(text), hasRoleOnly: format === 'yaml' };
}

function readPodName(text: string): string {
  const target = parseTarget(text);
  if (target.kind === 'pod' && target.namespace === undefined) return target.name;
  throw new CliError('usage', `cannot check "${text}": check takes the name of a pod`, {
    hint: 'kubectl-debug check POD -n NAMESPACE',
  });
}

async function printRole(io: Io, { role }: Report): Promise<void> {
  if (role !== undefined) await writeText(io.stdout, renderRole(role));
  else makeNotes(io, { quiet: false }).note('nothing is missing');
}

async function reviewOnly({ cluster, request }: Checking, signal: AbortSignal): Promise<Report> {
  const place = { namespace: cluster.namespace, pod: request.podName };
  const [version, reviewed] = await Promise.all([
    readVersion(cluster, signal),
    reviewRights(cluster, place, signal),
  ]);
  return { ...judgeRights(cluster, reviewed, minorOf(version)), findings: [], userName: undefined };
}

function judgeRights(
  { namespace }: Cluster,
  reviewed: readonly ReviewedRight[],
  minor: number,
): Pick<Report, 'rights' | 'role'> {
  const missing = missingRights(reviewed, minor);
  const role = missing.length === 0 ? undefined : makeRole(namespace, missing);
  return { rights: reviewed.filter((right) => isAskedFor(right, minor)), role };
}

async function examine(checking: Checking, signal: AbortSignal): Promise<Report> {
  const { io, cluster, input, request } = checking;
  const { namespace } = cluster;
  const settings = await readEffectiveSettings(io, readConnectionOptions(input.flags));
  const image = defaultImage(io);
  const { podName } = request;
  const reviewing = reviewRights(cluster, { namespace, pod: podName }, signal);
  const [version, userName, security, reviewed, aboutPods] = await Promise.all([
    readVersion(cluster, signal),
    unlessRefused(whoAmI(cluster, signal)),
    unlessRefused(readPodSecurity(cluster, namespace, signal)),
    reviewing,
    examinePods({ io, cluster, podName, image, reviewing }, signal),
  ]);
  const findings = [
    judgeVersion(version, settings),
    ...describeSettings(settings, { userName, namespace, image }),
    judgeLabels(security),
    ...aboutPods,
  ];
  return { ...judgeRights(cluster, reviewed, minorOf(version)), findings, userName };
}

import { isApiError } from '../../cluster/refusals/api-error.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { readEffectiveSettings } from '../../cluster/connect/effective-settings.ts';
import { readPodSecurity, type PodSecurity } from '../../cluster/api/pod-security.ts';
import { makeRoles } from '../../cluster/refusals/role.ts';
import { PURPOSE_NAMES, rightsFor, type Purpose } from '../../cluster/refusals/purposes.ts';
import { minorOf, readVersion } from '../../cluster/api/server-version.ts';
import { whoAmI } from '../../cluster/api/who-am-i.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { makeStyles } from '../../output/say/styles.ts';
import { writeText } from '../../output/write-text.ts';
import { checkImageName } from '../../plan/request/check-image-name.ts';
import { windowsImage } from '../../plan/windows-image.ts';
import { findWindows, type Windows } from '../../target/objects/find-windows.ts';
import { findPod } from '../../target/objects/find-pod.ts';
import { findReadyPod } from '../../target/workloads/find-ready-pod.ts';
import { missingNamespace } from '../../target/objects/missing-namespace.ts';
import { describeConfigs, setBy } from './config-findings.ts';
import { describeSettings, judgeLabels, judgeVersion } from './check-findings.ts';
import { renderReport, type Report } from './check-report.ts';
import { judgePurposes } from './purpose-findings.ts';
import { printGrant } from './print-grant.ts';
import { readGrant, readTriedReason, type GrantRequest } from './read-grant.ts';
import { isAskedFor, missingRights, reviewRights, type ReviewedRight } from './check-rights.ts';
import { examineImage } from './check-image.ts';
import { examinePods, unlessRefused } from './check-pods.ts';
import { askForPod, parseOneTarget, podOf, type OneTarget } from '../shared/find-one-pod.ts';
import { podRef } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { parseTargetOrNamespace } from '../../target/names/parse-target.ts';
import { readConnectionOptions } from '../shared/connection.ts';
import { defaultImage, isOwnImage } from '../shared/debug-defaults.ts';
import { withCluster } from '../shared/with-cluster.ts';

interface CheckRequest {
  readonly target: OneTarget | undefined;
  readonly hasRolesOnly: boolean;
  /** At least one. */
  readonly purposes: readonly Purpose[];
  /** undefined without `--image`. */
  readonly image: string | undefined;
  readonly grant: GrantRequest;
  /** Why the user debugs, to try the profiles with. */
  readonly reason: string | undefined;
}

/** `kubectl-debug check [POD]`: reports what prevents debugging. Exits with 0 for nothing, 1 for something, 2 for a wrong call. */
export async function run(io: Io, input: CommandInput): Promise<number> {
  if (input.flags.boolean('config')) {
    const { checkConfig } = await import('./check-config.ts');
    return checkConfig(io, input);
  }
  const request = readCheckRequest(input);
  return withCluster(io, input.flags, async (cluster, signal) => {
    const place = await findPlace({ io, cluster }, request.target, signal);
    const { purposes, image, reason } = request;
    const checking = { io, cluster, input, place, purposes, image, reason };
    const report = request.hasRolesOnly
      ? await reviewOnly(checking, signal)
      : await examine(checking, signal);
    if (request.hasRolesOnly) return printGrant(io, { ...report, namespace: place.namespace }, request.grant);
    await writeText(io.stdout, renderReport(report, { styles: makeStyles(io, 'stdout'), io }));
    const isFine = !report.isMissing && report.findings.every(({ verdict }) => verdict !== 'missing');
    return isFine ? CHECK_EXIT.ok : CHECK_EXIT.failure;
  });
}

interface Checking {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly input: CommandInput;
  readonly place: CheckedPlace;
  readonly purposes: readonly Purpose[];
  readonly image: string | undefined;
  readonly reason: string | undefined;
}

/** A namespace, and a pod in it if one was named. */
interface CheckedPlace {
  readonly namespace: string;
  readonly podName: string | undefined;
  /** undefined if the user may not read the pod. */
  readonly pod: Pod | undefined;
}

async function findPlace(
  { io, cluster }: Pick<Checking, 'io' | 'cluster'>,
  target: OneTarget | undefined,
  signal: AbortSignal,
): Promise<CheckedPlace> {
  if (target === undefined) return { namespace: cluster.namespace, podName: undefined, pod: undefined };
  const { namespace, name } =
    target.kind === 'pod' ? podOf(cluster, target) : { namespace: cluster.namespace, name: undefined };
  try {
    return placeOf(
      target.kind === 'pod'
        ? await findPod(cluster, { ref: podOf(cluster, target), ask: askForPod(io, signal) }, signal)
        : await findReadyPod(cluster, target, signal),
    );
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'forbidden') throw error;
    return { namespace, podName: name, pod: undefined };
  }
}

function placeOf(pod: Pod): CheckedPlace {
  const { namespace, name } = podRef(pod);
  return { namespace, podName: name, pod };
}

function readCheckRequest({ flags, names, commandAfterDash }: CommandInput): CheckRequest {
  const [text, ...others] = names;
  if (others.length > 0 || commandAfterDash !== undefined)
    throw new CliError('usage', 'check takes at most one pod, and no command', {
      hint: 'kubectl-debug check [POD]',
    });
  const format = flags.string('output') ?? '';
  if (format !== '' && format !== 'yaml')
    throw new CliError('usage', `unknown output format "${format}"`, {
      hint: 'use -o yaml, which prints the Roles that grant all required rights',
    });
  const target = text === undefined ? undefined : readTarget(text);
  const purposes = readPurposes(flags.strings('for'), target);
  const hasRolesOnly = format === 'yaml';
  const grant = readGrant(flags, { hasRolesOnly, purposes });
  const reason = readTriedReason(flags, target !== undefined);
  return { target, hasRolesOnly, purposes, grant, image: readImage(flags), reason };
}

/** The image that `debug` would take without `--image`. */
function imageFor(
  { flags, mirrored = (image: string) => image }: CommandInput,
  windows: Windows | undefined,
): string {
  if (windows !== undefined && isOwnImage(flags)) return mirrored(windowsImage(windows.build));
  return defaultImage(flags);
}

/** Only a typed image is examined: a default one is not asked about. An empty `--image=` is none, as in kubectl. */
function readImage(flags: FlagValues): string | undefined {
  const image = flags.isGiven('image') ? (flags.string('image') ?? '') : '';
  if (image === '') return undefined;
  checkImageName(image);
  return image;
}

function readTarget(text: string): OneTarget {
  if (parseTargetOrNamespace(text).kind !== 'node') return parseOneTarget(text, 'check');
  throw new CliError('usage', `cannot check "${text}": check examines only pods`, {
    hint: 'to check the rights to debug nodes: kubectl-debug check --for=nodes',
  });
}

function readPurposes(words: readonly string[], target: OneTarget | undefined): readonly Purpose[] {
  if (words.length === 0) return [target?.kind === 'workload' ? 'workloads' : 'debug'];
  return [...new Set(words)].map((word) => {
    const purpose = PURPOSE_NAMES.find((known) => known === word);
    if (purpose !== undefined) return purpose;
    throw new CliError('usage', `cannot check the rights for "${word}"`, {
      hint: `use --for with ${PURPOSE_NAMES.join(', ')}`,
    });
  });
}

async function reviewOnly(checking: Checking, signal: AbortSignal): Promise<Report> {
  const { cluster, place, purposes } = checking;
  const { namespace, podName: pod } = place;
  const [version, userName, , reviewed] = await Promise.all([
    readVersion(cluster, signal),
    unlessRefused(whoAmI(cluster, signal)),
    readLabels(cluster, namespace, signal),
    reviewRights(cluster, { namespace, pod, purposes }, signal),
  ]);
  return { ...judgeRights({ ...checking, namespace }, reviewed, minorOf(version)), findings: [], userName };
}

/** The levels of the namespace; undefined if the user may not read it. Throws `not-found` if it does not exist. */
async function readLabels(
  cluster: Cluster,
  namespace: string,
  signal: AbortSignal,
): Promise<PodSecurity | undefined> {
  try {
    return await readPodSecurity(cluster, namespace, signal);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === 404) throw await missingNamespace(cluster, namespace, signal);
    return undefined;
  }
}

function judgeRights(
  { namespace, purposes, input }: Pick<Checking, 'purposes' | 'input'> & { readonly namespace: string },
  reviewed: readonly ReviewedRight[],
  minor: number,
): Pick<Report, 'rights' | 'roles' | 'isMissing'> {
  // Who names a purpose wants to know nothing else.
  const isShown = ({ isUsed }: ReviewedRight): boolean => isUsed || !input.flags.isGiven('for');
  return {
    rights: reviewed.filter((right) => isAskedFor(right, minor) && isShown(right)),
    roles: purposes.flatMap((purpose) =>
      makeRoles({ name: `kubectl-debug-${purpose}`, namespace, rights: rightsFor(purpose) }),
    ),
    isMissing: missingRights(reviewed, minor).length > 0,
  };
}

async function examine(checking: Checking, signal: AbortSignal): Promise<Report> {
  const { io, cluster, input, place, purposes, image: asked, reason } = checking;
  const { namespace, podName } = place;
  const settings = await readEffectiveSettings(io, readConnectionOptions(input.flags));
  const { pod } = place;
  const windows = pod && (await findWindows(cluster, pod, signal));
  const image = asked ?? imageFor(input, windows);
  const os = windows && ({ os: 'windows' } as const);
  const reviewing = reviewRights(cluster, { namespace, pod: podName, purposes }, signal);
  const [version, userName, security, reviewed, aboutPods, aboutImage] = await Promise.all([
    readVersion(cluster, signal),
    unlessRefused(whoAmI(cluster, signal)),
    readLabels(cluster, namespace, signal),
    reviewing,
    examinePods({ io, cluster, ...place, image, reason, reviewing, ...os }, signal),
    asked === undefined ? [] : examineImage(cluster, { image: asked, pod: place.pod }, signal),
  ]);
  const findings = [
    judgeVersion(version, settings),
    ...describeSettings(settings, { userName, namespace, image: `${image}${setBy(input)}` }),
    ...describeConfigs(io),
    ...aboutImage,
    judgeLabels(security),
    ...aboutPods,
    ...judgePurposes({ purposes, security, pod, isWindows: windows !== undefined, minor: minorOf(version) }),
  ];
  return { ...judgeRights({ ...checking, namespace }, reviewed, minorOf(version)), findings, userName };
}

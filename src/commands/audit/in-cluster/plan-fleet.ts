import type { JournalHead } from '../../../audit/journal/journal-line.ts';
import { readSecretsOfAccount } from '../../../cluster/api/pull-secrets.ts';
import { minorOf, readVersion } from '../../../cluster/api/server-version.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { isApiError } from '../../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../../cluster/refusals/explain-api-error.ts';
import { commandText } from '../../../errors/shell-word.ts';
import { objectPath } from '../../../fleet/objects/object-path.ts';
import { CliError } from '../../../errors/cli-error.ts';
import type { FleetAccount, FleetPlan } from '../../../fleet/objects/fleet-plan.ts';
import { askExtras } from '../../../fleet/rights/ask-extras.ts';
import { fleetRules, type RuleFacts } from '../../../fleet/rights/fleet-rules.ts';
import { requireStarter } from '../../../fleet/rights/require-starter.ts';
import { shareOut } from '../../../fleet/share/share-out.ts';
import type { Io } from '../../../io.ts';
import type { AuditPods } from '../audit-pods.ts';
import type { InClusterRequest } from './in-cluster-request.ts';

/** A new audit, as its pods were chosen. */
export interface ChosenAudit {
  readonly request: InClusterRequest;
  readonly head: JournalHead;
  readonly pods: Pick<AuditPods, 'items' | 'skipped'>;
}

/**
 * One worker for so many commands, for which it needs a quarter of a GiB. More workers are no faster, as they share the pace, and
 * each lists and watches all pods.
 */
const ITEMS_PER_WORKER = 25_000;

/** How many workers a request asks for. */
export function workersFor({ workers }: Pick<InClusterRequest, 'workers'>, items: number): number {
  return workers === 'auto' ? Math.max(1, Math.ceil(items / ITEMS_PER_WORKER)) : workers;
}

/** The first minor version that has everything that the Job of a run uses, without a feature gate. */
const FIRST_MINOR = 29;

/**
 * Plans a run: its shares, and the rights of its workers. Asks the server what it has to know for that, all at the same time.
 * Throws `unsupported`, and `forbidden` for somebody who may not start it.
 */
export async function planFleet(
  { io, cluster }: { readonly io: Io; readonly cluster: Cluster },
  { request, head, pods }: ChosenAudit,
  signal: AbortSignal,
): Promise<FleetPlan> {
  const run = { runId: head.runId, namespace: request.namespace ?? cluster.namespace };
  const { namespaces, settings } = head;
  const [facts, account] = await Promise.all([
    askServer(cluster, { request, namespaces }, signal),
    planAccount(cluster, { ...request, namespace: run.namespace }, signal),
    request.dryRun === undefined
      ? requireStarter(
          { io, cluster },
          { namespace: run.namespace, makesAccount: request.account === undefined },
          signal,
        )
      : undefined,
  ]);
  return {
    run,
    image: request.image,
    account,
    rules: fleetRules({ run, settings, namespaces, ...facts }),
    head,
    skipped: pods.skipped,
    shares: shareOut(pods.items, { workers: workersFor(request, pods.items.length), settings }),
  };
}

/** A ServiceAccount that somebody else has made has the rights that an audit cannot do without; others are not expected. */
async function askServer(
  cluster: Cluster,
  { request, namespaces }: { readonly request: InClusterRequest } & Pick<JournalHead, 'namespaces'>,
  signal: AbortSignal,
): Promise<Pick<RuleFacts, 'hasExtra' | 'minor'>> {
  const version = await readVersion(cluster, signal);
  const minor = minorOf(version);
  if (minor < FIRST_MINOR)
    throw new CliError(
      'unsupported',
      `cannot let the cluster run the audit: the API server ${cluster.server} (${version.major ?? '1'}.${version.minor ?? ''}) cannot start each worker of a Job again alone, as Kubernetes 1.${FIRST_MINOR} and newer can`,
      { hint: 'leave out --in-cluster' },
    );
  const hasExtra =
    request.account === undefined ? await askExtras(cluster, { namespaces, minor }, signal) : () => false;
  return { minor, hasExtra };
}

/** The account that Kubernetes makes in every namespace for pods that name none. */
const DEFAULT_ACCOUNT = 'default';

async function planAccount(
  cluster: Cluster,
  { account, namespace }: { readonly account: string | undefined; readonly namespace: string },
  signal: AbortSignal,
): Promise<FleetAccount> {
  if (account !== undefined) {
    await requireAccount(cluster, { namespace, name: account }, signal);
    return { kind: 'existing', name: account };
  }
  const pullSecrets = await readSecretsOfAccount(cluster, { namespace, name: DEFAULT_ACCOUNT }, signal);
  return { kind: 'own', pullSecrets: pullSecrets ?? [] };
}

/** Throws `not-found` for a ServiceAccount that is not there. One that the user may not read may be. */
async function requireAccount(
  cluster: Cluster,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  signal: AbortSignal,
): Promise<void> {
  const path = objectPath({ kind: 'ServiceAccount', namespace, name });
  try {
    await cluster.requestJson({ method: 'GET', path, signal });
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code !== 404) return;
    const { message } = explainApiError(error, { action: `use service account ${namespace}/${name}` });
    throw new CliError('not-found', message, {
      hint: commandText`to list those of the namespace: kubectl get serviceaccounts -n ${namespace}`,
    });
  }
}

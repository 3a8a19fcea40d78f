import { apiPath } from '../../../cluster/api-path.ts';
import type { ApiRequest, Cluster } from '../../../cluster/cluster.ts';
import { CONFIG_MAP } from '../../../cluster/objects/object-shapes.ts';
import { isApiError, isOverload } from '../../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../../cluster/refusals/explain-api-error.ts';
import { backoffMs } from '../../../cluster/time/backoff.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { commandText } from '../../../errors/shell-word.ts';
import type { Io } from '../../../io.ts';
import type { ConfigMapRef } from './report-target.ts';

/** On each ConfigMap of ours: one without it belongs to somebody else, and is never changed. */
const REPORT_LABEL = { 'kubectl-debug/report': 'audit' } as const;

/** With the pauses between them about a minute: a server that is restarted answers again. */
const MOST_TRIES = 8;

interface ConfigMap {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
  readonly immutable?: boolean;
}

/** What a report holds. `null` takes a key away. */
export interface ReportData {
  readonly data: Readonly<Record<string, string>>;
  readonly binaryData: Readonly<Record<string, string | null>>;
}

/** A ConfigMap that takes a report. */
export interface ReportMap {
  /** As messages name it. */
  readonly shown: string;
  /** Replaces what an earlier report has under the same keys. Throws `CliError`. */
  readonly write: (report: ReportData) => Promise<void>;
}

/**
 * Makes the ConfigMap if it is missing. If it is there, checks that it is for reports and may be changed, so that an error
 * shows before anything runs; what it has stays until the new report is there. Throws `CliError`.
 */
export async function openReportMap(
  io: Pick<Io, 'sleep' | 'random'>,
  cluster: Cluster,
  { namespace = cluster.namespace, name }: ConfigMapRef,
): Promise<ReportMap> {
  const shown = `configmap ${namespace}/${name}`;
  const folder = apiPath('api', 'v1', 'namespaces', namespace, 'configmaps');
  const path = apiPath('api', 'v1', 'namespaces', namespace, 'configmaps', name);
  const send = (action: string, request: ApiRequest): Promise<ConfigMap> =>
    cluster.requestJson<ConfigMap>({ shape: CONFIG_MAP, ...request }).catch((error: unknown) => {
      throw explainApiError(error, { action: `${action} ${shown}`, namespace });
    });
  const patch = (body: object): Promise<ConfigMap> =>
    send('change', {
      method: 'PATCH',
      path,
      query: { fieldManager: 'kubectl-debug' },
      contentType: 'application/merge-patch+json',
      body,
    });
  const found = await send('read', { method: 'GET', path }).catch(unlessMissing);
  if (found === undefined) {
    const metadata = { name, namespace, labels: REPORT_LABEL };
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
    await send('create', { method: 'POST', path: folder, query: { fieldManager: 'kubectl-debug' }, body });
  } else {
    refuseForeign(found, { shown, namespace, name });
    // Changes nothing, but asks whether we may.
    await patch({ metadata: { labels: REPORT_LABEL } });
  }
  return { shown, write: (report) => persistently(io, () => patch(report)) };
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && isApiError(error.cause) && error.cause.code === 404) return undefined;
  throw error;
}

function refuseForeign(
  { metadata, immutable = false }: ConfigMap,
  { shown, namespace, name }: { readonly shown: string; readonly namespace: string; readonly name: string },
): void {
  const isOurs = Object.entries(REPORT_LABEL).every(([key, value]) => metadata.labels?.[key] === value);
  if (isOurs && !immutable) return;
  const why = isOurs
    ? 'it is immutable'
    : 'it was not made for reports, and what it has would be mixed with one';
  throw new CliError('output-failed', `cannot write a report to ${shown}: ${why}`, {
    hint: isOurs ? commandText`kubectl delete configmap ${name} -n ${namespace}` : 'choose another name',
  });
}

/** Until it is there: a report is all that is left of an audit that ran for an hour. */
async function persistently(io: Pick<Io, 'sleep' | 'random'>, send: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await send();
      return;
    } catch (error) {
      if (tries === MOST_TRIES || !isPassing(error)) throw error;
      await io.sleep(backoffMs(tries, io.random));
    }
  }
}

/** Whether the same request may succeed later: no answer came, or the server failed. */
function isPassing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return !isApiError(cause) || cause.code >= 500 || isOverload(cause.code);
}

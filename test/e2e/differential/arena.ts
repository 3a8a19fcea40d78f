import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually.ts';
import { createNamespace } from '../fixture.ts';
import { mustCall, openApi, type Api } from './api.ts';
import { podsOf, runOurs, runTheirs, type Side } from './side.ts';

/** Where both programs work, each in a namespace of its own. */
export interface Arena {
  readonly ours: Side;
  readonly theirs: Side;
  readonly close: () => Promise<void>;
}

/** Makes the namespaces and a node object without a machine, on which pods stay as they were created. */
export async function openArena(): Promise<Arena> {
  const api = await openApi();
  const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-rows-'));
  const name = `differential-${randomBytes(3).toString('hex')}`;
  const nodes = '/api/v1/nodes';
  const body = { metadata: { name }, spec: { unschedulable: true } };
  const created = await mustCall(api, { method: 'POST', path: nodes, body });
  const { uid } = (created as { readonly metadata: { readonly uid: string } }).metadata;
  const heart = await keepAlive(api, name);
  const openSide = async (label: 'ours' | 'theirs', run: Side['run']) => {
    const opened = await openNamespace(api, label);
    const { namespace } = opened;
    const side: Side = { api, namespace, node: { name, uid }, folder: path.join(folder, label), run };
    return { side, remove: () => opened.remove() };
  };
  const [ours, theirs] = await Promise.all([openSide('ours', runOurs), openSide('theirs', runTheirs)]);
  return {
    ours: ours.side,
    theirs: theirs.side,
    async close() {
      heart.stop();
      await Promise.all([ours.remove(), theirs.remove()]);
      await mustCall(api, { method: 'DELETE', path: `${nodes}/${name}` });
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const BEAT_MS = 10_000;

/** Reports the node as ready, as a kubelet does: ours refuses a node whose kubelet is not heard of. */
async function keepAlive(api: Api, name: string) {
  const beat = (): Promise<unknown> => {
    const now = new Date().toISOString();
    const ready = { type: 'Ready', status: 'True', reason: 'Test', message: '', lastHeartbeatTime: now };
    const body = { status: { conditions: [ready] } };
    return mustCall(api, { method: 'PATCH', path: `/api/v1/nodes/${name}/status`, body });
  };
  await beat();
  // A beat that comes to nothing is followed by others.
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS);
  return { stop: () => clearInterval(timer) };
}

async function openNamespace(api: Api, label: string) {
  const created = await createNamespace(label);
  const { name } = created;
  const account = `/api/v1/namespaces/${name}/serviceaccounts/default`;
  // Without it no pod can be created.
  await eventually('the default service account', async () => {
    const { status } = await api.call({ method: 'GET', path: account });
    return status === 200 || undefined;
  });
  return {
    namespace: name,
    async remove() {
      // At once: kubectl would send a request for each of some hundred pods.
      await mustCall(api, { method: 'DELETE', path: `${podsOf(name)}?gracePeriodSeconds=0` });
      await created.remove();
    },
  };
}

import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod, terminated } from '../../../test/builders/a-pod.ts';
import type { Pod } from '../../pod/types.ts';
import { runningDebugContainers } from '../../pod/containers/debug-containers.ts';
import { findOnePod, parseOneTarget } from './find-one-pod.ts';

const SERVICE = { metadata: { name: 'web', uid: 'u' }, spec: { selector: { app: 'web' } } };
const idle = aPod({ name: 'idle', ephemerals: [{ name: 'old', state: terminated(0) }] });
const debugged = (name: string): Pod => aPod({ name, ephemerals: [{ name: 'dbg' }] });

/** Looks among the pods of `svc/web` in a script, for one that is being debugged. */
async function find(pods: readonly Pod[]) {
  const { io } = anIo();
  const { cluster } = aCluster({
    json: ({ path }) => (path.includes('/services/') ? SERVICE : { items: pods, metadata: {} }),
  });
  const notes: string[] = [];
  const asking = {
    io,
    cluster,
    notes: {
      note: () => undefined,
      tell: (text: string) => notes.push(text),
      warn: () => undefined,
      remark: () => undefined,
      warnOf: () => undefined,
    },
  };
  const search = {
    target: parseOneTarget('svc/web', 'attach to'),
    suits: (pod: Pod) => runningDebugContainers(pod).length > 0,
    words: { does: 'attach to', one: 'has what runs', many: 'have what runs' },
    listing: ' --ephemeral-containers',
  };
  const pod = await findOnePod(asking, search, new AbortController().signal);
  return { name: pod.metadata.name, notes };
}

describe('findOnePod', () => {
  it('finds the only pod of a workload that suits, and says which', async () => {
    expect(await find([idle, debugged('web-1')])).toEqual({
      name: 'web-1',
      notes: ['using shop/web-1 of service/web'],
    });
  });

  it.each([
    {
      label: 'none suits',
      pods: [idle],
      kind: 'not-found',
      message: 'no pod of service/web in namespace "shop" has what runs',
      hint: /: kubectl-debug pods service\/web -n shop --ephemeral-containers$/,
    },
    {
      label: 'a script would have to guess',
      pods: [debugged('web-1'), debugged('web-2')],
      kind: 'ambiguous',
      message: '2 pods of service/web in namespace "shop" have what runs',
      hint: /^name one of them: web-1, web-2$/,
    },
  ])('ends with $kind where $label', async ({ pods, kind, message, hint }) => {
    await expect(find(pods)).rejects.toMatchObject({
      kind,
      message,
      hint: expect.stringMatching(hint) as string,
    });
  });

  it('takes no node, which has no debug containers', () => {
    expect(() => parseOneTarget('node/n1', 'stop')).toThrow('cannot stop "node/n1"');
  });
});

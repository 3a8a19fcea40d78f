import { beforeEach, describe, expect, it } from 'vitest';
import { aPod } from '../../../test/builders/a-pod.ts';
import {
  aClient,
  allStreams,
  FOREVER,
  isRunning,
  readLog,
  shell,
  startKubelet,
  type TestKubelet,
} from '../../../test/playground/start-kubelet.ts';

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet();
});

describe('an exec', () => {
  it('runs a command in a container: its own streams, its input, its exit code, and nothing in the log', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    const running = await node.until(pod, isRunning('app'));
    const client = aClient(
      node.kubelet.exec(pod, allStreams('app'), shell('echo first; cat; echo oops >&2; exit 4')),
    );
    client.streams.writeStdin(Buffer.from('typed\n'));
    client.streams.endStdin();
    expect(await client.streams.ended).toEqual({ exitCode: 4, signal: 0 });
    expect(client.stdout()).toBe('first\ntyped\n');
    expect(client.stderr()).toBe('oops\n');
    expect(await readLog(node.kubelet, running, { container: 'app' })).toBe('');
  });

  it('refuses to run a command that is not there, in the words of runc', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    expect(node.kubelet.exec(pod, allStreams('app'), ['sh'])).toEqual({
      kind: 'refusal',
      code: 500,
      message: 'container not found ("app")',
    });
    await node.until(pod, isRunning('app'));
    const refusal = node.kubelet.exec(pod, allStreams('app'), ['/no/such']);
    expect(refusal).toMatchObject({ kind: 'refusal', code: 500, isInStream: true });
    expect('message' in refusal && refusal.message).toMatch(
      /OCI runtime exec failed: exec failed: unable to start container process: exec: "\/no\/such": stat \/no\/such: no such file or directory: unknown$/,
    );
  });
});

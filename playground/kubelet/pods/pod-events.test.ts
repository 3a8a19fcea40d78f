import { beforeEach, describe, expect, it } from 'vitest';
import { anEphemeralContainer, aPod } from '../../../test/builders/a-pod.ts';
import {
  FOREVER,
  hasEnded,
  isRunning,
  startKubelet,
  type TestKubelet,
} from '../../../test/playground/start-kubelet.ts';

let node: TestKubelet;

beforeEach(async () => {
  node = await startKubelet();
});

describe('the Events of a pod', () => {
  it('writes no more than 25 Events about a pod', async () => {
    const pod = aPod(FOREVER);
    node.create(pod);
    await node.until(pod, isRunning('app'));
    for (let index = 0; index < 9; index += 1) {
      node.addEphemeral(pod, anEphemeralContainer({ name: `d${index}`, command: ['true'] }));
    }
    await node.until(pod, hasEnded('d8'));
    const own = node.events.filter(({ fieldPath }) => fieldPath !== undefined);
    expect(own).toHaveLength(25);
    expect(own.at(-1)).toMatchObject({ reason: 'Pulled', fieldPath: 'spec.ephemeralContainers{d7}' });
  });

  it('writes no Events of progress when the behaviour asks for none', async () => {
    const pod = aPod(FOREVER);
    node.create(pod, { kind: 'run', events: false });
    await node.until(pod, isRunning('app'));
    expect(node.events.map(({ reason }) => reason)).toEqual(['Scheduled']);
  });
});

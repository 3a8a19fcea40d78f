import { describe, expect, it } from 'vitest';
import { aPod, waiting, type PodOptions } from '../../../../test/builders/a-pod.ts';
import { anIo } from '../../../../test/builders/an-io.ts';
import { chooseContainer } from './choose-container.ts';

const signal = new AbortController().signal;
const choose = (pod: PodOptions, name?: string): Promise<string> =>
  chooseContainer(anIo().io, { pod: aPod(pod), name }, signal);
const TWO_APPS: PodOptions = { apps: [{ name: 'app' }, { name: 'proxy' }] };
const DEFAULT = { annotations: { 'kubectl.kubernetes.io/default-container': 'proxy' } };

describe('chooseContainer', () => {
  it.each([
    { label: 'its only app', pod: {}, chosen: 'app' },
    {
      label: 'no sidecar beside an app',
      pod: { inits: [{ name: 'side', restartPolicy: 'Always' }] },
      chosen: 'app',
    },
    { label: 'no debug container', pod: { ephemerals: [{ name: 'debugger-1' }] }, chosen: 'app' },
    { label: 'the one of the annotation', pod: { ...TWO_APPS, metadata: DEFAULT }, chosen: 'proxy' },
    { label: 'the named one', pod: { ...TWO_APPS, metadata: DEFAULT }, name: 'app', chosen: 'app' },
    {
      label: 'a named sidecar',
      pod: { inits: [{ name: 'side', restartPolicy: 'Always' }] },
      name: 'side',
      chosen: 'side',
    },
  ])('chooses $label', async ({ pod, name, chosen }) => {
    expect(await choose(pod, name)).toBe(chosen);
  });

  it.each([
    { label: 'several apps without a terminal', pod: TWO_APPS, kind: 'ambiguous', hint: 'app, proxy' },
    { label: 'an unknown name', pod: TWO_APPS, name: 'ap', kind: 'target-not-found', hint: 'app, proxy' },
    {
      label: 'a debug container',
      pod: { ephemerals: [{ name: 'dbg' }] },
      name: 'dbg',
      kind: 'target-not-found',
      hint: 'kubectl cp -n shop -c dbg web-1:PATH LOCAL',
    },
    {
      label: 'a container that waits',
      pod: { apps: [{ state: waiting('CrashLoopBackOff') }] },
      kind: 'target-not-running',
      hint: 'pods web-1 -n shop --explain',
    },
  ])('refuses $label', async ({ pod, name, kind, hint }) => {
    await expect(choose(pod, name)).rejects.toMatchObject({
      kind,
      hint: expect.stringContaining(hint) as string,
    });
  });

  it('says how a container stands that does not run', async () => {
    const crashed = choose({ apps: [{ state: waiting('CrashLoopBackOff') }] });
    await expect(crashed).rejects.toThrow(/"app" of .*web-1.* is not running \(.*CrashLoopBackOff/);
  });
});

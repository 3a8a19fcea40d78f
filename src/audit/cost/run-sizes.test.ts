import { someAuditSettings } from '../../../test/builders/some-audit-settings.ts';
import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { aRunItem } from '../../../test/builders/a-run-item.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import type { Pod } from '../../pod/types.ts';
import type { AuditSettings } from '../rows/audit-settings.ts';
import { sizesOfRun, type RunSizes } from './run-sizes.ts';

const SETTINGS = someAuditSettings({
  request: aDebugRequest({ attach: true, waits: true, command: ['id'] }),
  timeoutMs: 60_000,
});

function sizesOf(pods: readonly Pod[], settings: Partial<AuditSettings> = {}): RunSizes {
  const items = pods.map((_, index) => aRunItem({ name: `web-${index}`, uid: `${index}` }));
  const known = { read: (uid: string) => pods[Number(uid)] };
  return sizesOfRun({ items, settings: { ...SETTINGS, ...settings }, known, now: new Date() });
}

const asking = (request: Partial<DebugRequest>) => ({ request: { ...SETTINGS.request, ...request } });
const LETTERS = 'x'.repeat(1000);

describe('sizesOfRun', () => {
  it.each([
    { title: 'the words of the command', more: asking({ command: ['id', LETTERS] }), least: 1000 },
    { title: 'the environment', more: asking({ env: [{ name: 'A', value: LETTERS }] }), least: 1000 },
    { title: 'the envelope', more: asking({ envelope: { kind: 'at-once' } }), least: 1000 },
  ])('counts $title', ({ more, least }) => {
    const added = sizesOf([aPod()], more).addedBytes - sizesOf([aPod()]).addedBytes;
    expect(added).toBeGreaterThanOrEqual(least);
    expect(added).toBeLessThan(least + 1500);
  });

  it('leaves out the managed fields, which JSON makes large', () => {
    const pod = aPod();
    const managed = { ...pod, metadata: { ...pod.metadata, managedFields: [{ manager: LETTERS }] } };
    expect(sizesOf([managed])).toEqual(sizesOf([pod]));
  });

  it('takes the mean of the pods', () => {
    const small = aPod({ name: 'a' });
    const large = aPod({ name: 'a', metadata: { annotations: { note: LETTERS } } });
    const [one, other] = [sizesOf([small]).podBytes, sizesOf([large]).podBytes];
    expect(sizesOf([small, large]).podBytes).toBe((one + other) / 2);
  });

  it('takes the usual size for a pod that refuses the container', () => {
    expect(sizesOf([aPod({ phase: 'Succeeded' })]).addedBytes).toBe(2500);
  });

  it('knows nothing without pods', () => {
    expect(sizesOf([])).toEqual({ podBytes: 0, addedBytes: 0 });
  });

  it('plans the container that reads files for --collect', () => {
    const collect = { paths: ['/etc/hosts'], folder: '/files', maxTotal: 1 };
    const rooted = asking({ rootfs: 'quiet', command: [] });
    const added = sizesOf([aPod()], { ...rooted, collect }).addedBytes;
    expect(added).toBeGreaterThan(3000);
  });
});

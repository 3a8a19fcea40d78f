import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskOutput, parseMask, showMasked, type MaskIdentity } from './mask.ts';

const WEB_1: MaskIdentity = {
  namespace: 'shop',
  pod: 'web-1',
  uid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  podIPs: ['10.0.0.1', 'fd00::12'],
  container: 'audit-x7k2p',
  node: 'node-a.example.com',
};
const shown = (text: string, masks: readonly string[] = [], identity = WEB_1) =>
  showMasked(maskOutput(text, identity, masks.map(parseMask)));

describe('maskOutput', () => {
  it.each([
    ['HOSTNAME=web-1', 'HOSTNAME=<pod>'],
    ['web-1.shop.svc.cluster.local', '<pod>.<namespace>.svc.cluster.local'],
    [
      '/var/log/pods/shop_web-1_0f8fad5b-d9cb-469f-a165-70867728950e/audit-x7k2p',
      '/var/log/pods/<namespace>_<pod>_<uid>/<container>',
    ],
    ['kubepods-pod0f8fad5b_d9cb_469f_a165_70867728950e.slice', 'kubepods-pod<uid>.slice'],
    ['inet 10.0.0.1/24 scope global', 'inet <ip>/24 scope global'],
    ['listens on 10.0.0.1.', 'listens on <ip>.'],
    ['[fd00::12]:80', '[<ip>]:80'],
    ['10-0-0-1.shop.pod.cluster.local', '<ip>.<namespace>.pod.cluster.local'],
    ['on node-a.example.com', 'on <node>'],
    [
      'lowerdir=/c/snapshots/2/fs:/c/snapshots/1/fs,workdir=/c/snapshots/34/work 0 0',
      'lowerdir=/c/snapshots/<layer>/fs:/c/snapshots/<layer>/fs,workdir=/c/snapshots/<layer>/work 0 0',
    ],
    [`upperdir=/s/overlay/${'ab'.repeat(32)}/diff`, 'upperdir=/s/overlay/<layer>/diff'],
    [`lowerdir=/s/overlay/l/${'A1'.repeat(13)}:/s`, 'lowerdir=/s/overlay/l/<layer>:/s'],
    [`/cri-containerd-${'ab'.repeat(32)}.scope`, '/cri-containerd-<container>.scope'],
    [
      `/kubepods/pod0f8fad5b-d9cb-469f-a165-70867728950e/${'ab'.repeat(32)}`,
      '/kubepods/pod<uid>/<container>',
    ],
    [
      `9:name=systemd:/k8s.io/${'ab'.repeat(32)}\n0::/k8s.io/${'cd'.repeat(32)}\n`,
      '9:name=systemd:/k8s.io/<container>\n0::/k8s.io/<container>\n',
    ],
  ])('masks the names and addresses of a pod: %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    'web-10 my-web-1 web-1-2',
    '10.0.0.12 110.0.0.1 10.0.0.1.5',
    'fd00::123 1:fd00::12',
    'shopping workshop',
    'node-a.example.common',
    `${'ab'.repeat(32)}  /etc/passwd`,
    'snapshots/2/data, snapshots/x/fs',
    `1:image:sha256:/${'ab'.repeat(32)}`,
    `https://example.com/blobs/${'ab'.repeat(32)}`,
  ])('does not mask a longer name that holds one: %s', (text) => {
    expect(shown(text)).toBe(text);
  });

  it('masks the host name of a pod whose name is too long for one', () => {
    const pod = `${'a'.repeat(62)}-b`;
    expect(shown('a'.repeat(62), [], { ...WEB_1, pod })).toBe('<pod>');
  });

  it('masks the longer of two names at one place', () => {
    expect(shown('shop-web', [], { ...WEB_1, pod: 'shop-web' })).toBe('<pod>');
  });

  it('masks what --mask matches, after the names of the pod', () => {
    expect(shown('web-1 pid 4711\npid 12', ['pid \\d+$'])).toBe('<pod> <mask>\n<mask>');
  });

  it('hides nothing where --mask matches the empty text', () => {
    expect(shown('a1b', ['\\d*'])).toBe('a<mask>b');
  });

  it('leaves out a pattern that was given up', () => {
    const slow = parseMask('^(\\w+\\s?)*!$');
    const mask = (text: string) => showMasked(maskOutput(text, WEB_1, [slow, parseMask('\\d+')]));
    expect(mask('b!')).toBe('<mask>');
    expect(mask(`${'a'.repeat(48)}?4711`)).toBe(`${'a'.repeat(48)}?<mask>`);
    expect(mask('b!')).toBe('b!');
    expect(slow.whyGivenUp()).toBe('it took more than 1 s for one output');
  });

  it('masks only the first addresses of a pod that has many', () => {
    const podIPs = Array.from({ length: 20_000 }, (_, index) => `fd00::${index.toString(16)}`);
    expect(shown('fd00::1 fd00::4000', [], { ...WEB_1, podIPs })).toBe('<ip> fd00::4000');
  });

  it('masks nothing for a field that the API does not have', () => {
    expect(shown('a b', [], { ...WEB_1, node: '', container: '', podIPs: [] })).toBe('a b');
  });

  it('tells a placeholder that the output has from one of ours', () => {
    const forged = maskOutput('web-1', { ...WEB_1, pod: 'web-2' }, []);
    for (const text of ['<pod>', '\ue000<pod>', '\ue000\ue000<pod>'])
      expect(maskOutput(text, { ...WEB_1, pod: 'web-2' }, [])).not.toBe(
        maskOutput('web-2', { ...WEB_1, pod: 'web-2' }, []),
      );
    expect(forged).toBe('web-1');
  });

  it('shows an output in which nothing is masked as it is, whatever it holds', () => {
    const text = fc.string({ unit: fc.constantFrom('\ue000', 'a', '<', '\n') });
    fc.assert(fc.property(text, (output) => shown(output) === output));
  });

  it('makes the outputs of two pods equal that differ in their own names only', () => {
    const part = fc.constantFrom('pod', 'uid', 'node', 'container', ' ', '/', ':', '=', 'x y', '\ue000');
    const other: MaskIdentity = {
      ...WEB_1,
      pod: 'api-77',
      uid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      node: 'n2',
      container: 'audit-b',
    };
    const print = (identity: MaskIdentity, parts: readonly string[]) =>
      parts.map((each) => String(new Map(Object.entries(identity)).get(each) ?? each)).join('|');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(maskOutput(print(WEB_1, parts), WEB_1, [])).toBe(maskOutput(print(other, parts), other, []));
      }),
    );
  });
});

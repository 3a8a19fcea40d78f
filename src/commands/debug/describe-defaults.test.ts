import { describe, expect, it } from 'vitest';
import { aDebugRequest, aPodCopyRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { CommandInput } from '../../flags/flag.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { DEBUG_FLAGS } from '../../flags/tables/debug-flags.ts';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { planEphemeralContainer } from '../../plan/container/ephemeral-container.ts';
import { planPodCopy } from '../../plan/copy/pod-copy.ts';
import { planNodePod } from '../../plan/node-pod.ts';
import type { Defaults } from '../shared/debug-defaults.ts';
import { describeChosen, describeSession, textsOfDefaults } from './describe-defaults.ts';

const REQUEST = aDebugRequest({ target: 'app', containerName: 'dbg' });
const PLAN = planEphemeralContainer(aPod(), REQUEST, () => 0);
const NODE_PLAN = planNodePod({ node: 'n1', namespace: 'shop' }, aDebugRequest(), () => 0);
const GIVEN: Defaults = {
  isInteractive: false,
  target: 'given',
  isOwnImage: false,
  mirrored: (image) => image,
};
const CHOSEN: Defaults = { ...GIVEN, image: 'busybox', isInteractive: true, target: 'chosen' };
const parse = (...argv: readonly string[]): CommandInput =>
  parseCommandLine([...DEBUG_FLAGS, ...GLOBAL_FLAGS], argv);

function describeOf(
  defaults: Defaults,
  choosing: Partial<Parameters<typeof describeChosen>[0]> = {},
): string | undefined {
  const command = { defaults, exec: undefined, request: REQUEST };
  return describeChosen({
    input: parse('web-1'),
    command,
    plan: PLAN,
    foundAs: undefined,
    fallback: undefined,
    ...choosing,
  });
}

describe('describeChosen', () => {
  it('says nothing if nothing was chosen', () => {
    expect(describeOf(GIVEN)).toBeUndefined();
  });

  it('names what was chosen, and the same line of kubectl', () => {
    expect(describeOf(CHOSEN)).toBe(
      'using image busybox, -it, target container "app"; with kubectl: kubectl debug web-1 --image=busybox --target=app --container=dbg --stdin --tty --namespace=shop',
    );
  });

  it('names the pod that was found, and no target of a node', () => {
    const found = describeOf(CHOSEN, { plan: NODE_PLAN, foundAs: 'shop/web-1 of deploy/web' });
    expect(found).toMatch(/^using shop\/web-1 of deploy\/web, image busybox, -it; with kubectl: /);
  });

  it.each([
    { setsUser: undefined, said: /^using --profile=restricted; with kubectl: .* --profile=restricted/ },
    { setsUser: { user: 7, group: 8 }, said: /^using --profile=restricted, --run-as-user=7:8$/ },
  ])('names the fallback; with kubectl unless it sets a user: $setsUser', ({ setsUser, said }) => {
    const fallback = { profile: 'restricted', user: '', setsUser, makePlan: () => PLAN } as const;
    expect(describeOf(GIVEN, { fallback })).toMatch(said);
  });

  it('has no line of kubectl for a flag that kubectl does not have', () => {
    expect(describeOf(CHOSEN, { input: parse('web-1', '--rootfs') })).toBe(
      'using image busybox, -it, target container "app"',
    );
  });
});

it.each([
  { defaults: GIVEN, texts: {} },
  { defaults: CHOSEN, texts: { image: 'busybox', stdin: 'true', tty: 'true' } },
])('knows before any pod which flags the defaults stand for: $texts', ({ defaults, texts }) => {
  expect(textsOfDefaults(defaults)).toEqual(texts);
});

describe('describeSession', () => {
  const describeOne = (session: Partial<Parameters<typeof describeSession>[0]> = {}): string =>
    describeSession({
      command: { defaults: CHOSEN, exec: undefined, request: REQUEST },
      plan: PLAN,
      current: aPod(),
      foundAs: undefined,
      fallback: undefined,
      ...session,
    });

  it('names the pod, the target, the image, the rights and the way to the files', () => {
    expect(describeOne()).toBe('shop/web-1 · app · busybox · general · /proc/1/root = its files · logged');
  });

  it('leaves out the namespace default', () => {
    const plan = { ...PLAN, pod: { ...PLAN.pod, namespace: 'default' } };
    expect(describeOne({ plan })).toMatch(/^web-1 · /);
  });

  it('names a pod that was found, and a fallback', () => {
    const fallback = {
      profile: 'restricted',
      user: '',
      setsUser: { user: 7, group: 8 },
      makePlan: () => PLAN,
    } as const;
    expect(describeOne({ foundAs: 'shop/web-1 of deployment/web', fallback })).toBe(
      'shop/web-1 of deployment/web · app · busybox · restricted as 7:8 · /proc/1/root = its files · logged',
    );
  });

  it('promises no files without a target, in a shared PID namespace, or where the shell names them', () => {
    const alone = planEphemeralContainer(aPod(), { ...aDebugRequest(), containerName: 'dbg' }, () => 0);
    expect(describeOne({ plan: alone })).toBe('shop/web-1 · no target · busybox · general · logged');
    const pod = aPod();
    const current = { ...pod, spec: { ...pod.spec, shareProcessNamespace: true } };
    expect(describeOne({ current })).not.toContain('files');
    // Only root can make the links of which the note tells, and only where it may write.
    for (const securityContext of [{ runAsUser: 7 }, { readOnlyRootFilesystem: true }]) {
      const container = { ...PLAN.container, securityContext };
      expect(describeOne({ current, plan: { ...PLAN, container } })).toContain(
        ' · /proc/PID/root = files of a process · ',
      );
    }
    const request = { ...REQUEST, rootfs: 'said' } as const;
    expect(describeOne({ command: { defaults: CHOSEN, exec: undefined, request } })).not.toContain('files');
  });

  it.each([
    { request: { containerName: 'dbg' }, says: 'general · /proc/PID/root = files of a process · logged' },
    { request: { containerName: 'dbg', shareProcesses: false }, says: 'general · logged' },
    // There is no other container.
    { request: { containerName: 'app', command: ['sh'] }, says: 'general · logged' },
  ])('says where the files of a copy are, which has no links: $request', ({ request, says }) => {
    const plan = planPodCopy(aPod(), aPodCopyRequest(request), () => 0);
    expect(describeOne({ plan, current: undefined })).toMatch(/^copy \S+ of shop\/web-1 · /);
    expect(describeOne({ plan, current: undefined }).endsWith(says)).toBe(true);
  });

  it('names the node and its pod, and what the profile lacks', () => {
    const plan = NODE_PLAN;
    expect(describeOne({ plan, current: undefined })).toMatch(
      /^node n1 · pod shop\/node-debugger-n1-\w+ · busybox · general · \/host = its files, nsenter needs --profile=sysadmin · logged$/,
    );
  });

  it('says nothing of a log where a command runs by exec', () => {
    const exec = { command: ['sh'], stdin: true, tty: true, reuses: false, maxLifeMs: 1 };
    expect(describeOne({ command: { defaults: CHOSEN, exec, request: REQUEST } })).not.toContain('logged');
  });
});

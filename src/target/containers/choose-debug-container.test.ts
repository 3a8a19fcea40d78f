import { describe, expect, it } from 'vitest';
import { aPod, terminated, waiting } from '../../../test/builders/a-pod.ts';
import { keeperCommand } from '../../pod/containers/keeper.ts';
import { chooseDebugContainer } from './choose-debug-container.ts';

const ENDED = { name: 'ended', state: terminated(7) };
const WAITING = { name: 'waits', state: waiting('ImagePullBackOff') };
const CREATING = { name: 'creating', state: waiting('ContainerCreating') };
const KEEPER = { name: 'kept', image: 'tools', command: keeperCommand(60_000) };
const UNSEEN = { name: 'unseen', hasStatus: false };

const A_COPY = {
  metadata: { managedFields: [{ manager: 'kubectl-debug', operation: 'Update' }] },
  apps: [{ name: 'app' }, { name: 'debugger', stdin: true, tty: true }],
};
const A_NODE_POD = {
  name: 'node-debugger-n1-abcde',
  metadata: { labels: { 'app.kubernetes.io/managed-by': 'kubectl-debug' } },
  apps: [{ name: 'debugger' }],
};

describe('chooseDebugContainer', () => {
  it('takes the only one that runs', () => {
    const pod = aPod({ ephemerals: [ENDED, { name: 'dbg' }, WAITING, UNSEEN] });
    expect(chooseDebugContainer(pod, undefined)).toMatchObject({ kind: 'one', container: { name: 'dbg' } });
  });

  it.each([CREATING, UNSEEN])('takes $name, which is on its way up, when none runs', (container) => {
    const pod = aPod({ ephemerals: [ENDED, container] });
    const choice = { kind: 'one', container: { name: container.name } };
    expect(chooseDebugContainer(pod, undefined)).toMatchObject(choice);
    expect(chooseDebugContainer(pod, container.name)).toMatchObject(choice);
  });

  it('takes a regular container with stdin that is named, as a copy or a node pod has no others', () => {
    const pod = aPod({ apps: [{ name: 'debugger', stdin: true, tty: true }] });
    expect(chooseDebugContainer(pod, 'debugger')).toMatchObject({
      kind: 'one',
      container: { name: 'debugger' },
    });
  });

  it('takes one that never started only by its name', () => {
    const pod = aPod({ ephemerals: [WAITING] });
    expect(() => chooseDebugContainer(pod, undefined)).toThrow('no debug container runs in shop/web-1');
    expect(chooseDebugContainer(pod, 'waits')).toMatchObject({ container: { name: 'waits' } });
  });

  it('takes none that never ran beside a keeper that runs, and says what that is for', () => {
    const pod = aPod({ ephemerals: [WAITING, KEEPER, CREATING, UNSEEN] });
    expect(() => chooseDebugContainer(pod, undefined)).toThrow(
      expect.objectContaining({
        kind: 'container-not-running',
        message: 'no session can be opened in shop/web-1: "kept" only runs commands of --via=exec',
        hint: 'to run a command in "kept", which is kept for that: kubectl-debug web-1 -n shop --image=tools --via=exec --reuse -- COMMAND',
      }),
    );
  });

  it.each([
    { label: 'a node pod', options: A_NODE_POD },
    { label: 'a copy', options: A_COPY },
  ])('takes the container of $label, without its name', ({ options }) => {
    expect(chooseDebugContainer(aPod(options), undefined)).toMatchObject({
      kind: 'one',
      container: { name: 'debugger' },
    });
  });

  it.each([
    { label: 'a node pod', options: { ...A_NODE_POD, apps: [KEEPER] }, name: 'node-debugger-n1-abcde' },
    { label: 'a copy', options: { ...A_COPY, apps: [{ name: 'app' }, KEEPER] }, name: 'web-1' },
  ])(
    'says how to run a command in the keeper of $label, which --reuse does not find',
    ({ options, name }) => {
      expect(() => chooseDebugContainer(aPod(options), undefined)).toThrow(
        expect.objectContaining({
          hint: `to run a command in "kept", which is kept for that: kubectl exec ${name} -n shop -c kept -- COMMAND`,
        }),
      );
    },
  );

  it('takes nothing of a copy that only has another image', () => {
    const pod = aPod({ ...A_COPY, apps: [{ name: 'app' }] });
    expect(() => chooseDebugContainer(pod, undefined)).toThrow('no debug container runs');
  });

  it('leaves the choice when several run', () => {
    const pod = aPod({ ephemerals: [{ name: 'a' }, ENDED, { name: 'b' }] });
    expect(chooseDebugContainer(pod, undefined)).toMatchObject({
      kind: 'several',
      containers: [{ name: 'a' }, { name: 'b' }],
    });
  });

  it('takes the named one of several', () => {
    const pod = aPod({ ephemerals: [{ name: 'a' }, { name: 'b', tty: true }] });
    expect(chooseDebugContainer(pod, 'b')).toMatchObject({
      kind: 'one',
      container: { name: 'b', tty: true },
    });
  });

  const startsNew = 'to start a new one: kubectl-debug web-1 -n shop';
  it.each([
    {
      label: 'a pod without debug containers',
      pod: aPod(),
      name: undefined,
      kind: 'container-not-running',
      message: 'no debug container runs in shop/web-1',
      hint: startsNew,
    },
    {
      label: 'a pod whose debug containers have ended',
      pod: aPod({ ephemerals: [ENDED] }),
      name: undefined,
      kind: 'container-not-running',
      message: 'no debug container runs in shop/web-1',
      hint: startsNew,
    },
    {
      label: 'one that has ended',
      pod: aPod({ ephemerals: [ENDED, { name: 'a' }, { name: 'b' }] }),
      name: 'ended',
      kind: 'container-not-running',
      message: 'cannot attach to container "ended" in shop/web-1: it has ended with exit code 7',
      hint: 'running debug containers: a, b',
    },
    {
      label: 'a name that does not exist',
      pod: aPod({ ephemerals: [{ name: 'a' }] }),
      name: 'nope',
      kind: 'container-not-found',
      message: 'cannot attach to container "nope" in shop/web-1: there is no such container',
      hint: 'running debug containers: a',
    },
    {
      label: 'a regular container',
      pod: aPod({ ephemerals: [{ name: 'a' }] }),
      name: 'app',
      kind: 'container-not-found',
      message:
        'cannot attach to container "app" in shop/web-1: it is a container of the pod itself, not a debug container',
      hint: 'kubectl attach web-1 -n shop -c app',
    },
  ])('refuses $label', ({ pod, name, kind, message, hint }) => {
    expect(() => chooseDebugContainer(pod, name)).toThrow(expect.objectContaining({ kind, message, hint }));
  });
});

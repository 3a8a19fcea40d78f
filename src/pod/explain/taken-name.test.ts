import { describe, expect, it } from 'vitest';
import { aPod, running, terminated, waiting, type PodOptions } from '../../../test/builders/a-pod.ts';
import { keeperCommand } from '../containers/keeper.ts';
import { takenName } from './taken-name.ts';

const ADDING = 'cannot add a debug container to shop/web-1: it already has a ';
const STARTED = '2025-03-01T12:00:00Z';
const JOIN = 'to join it: kubectl-debug attach web-1 -n shop -c dbg; another name: -c dbg-2';
const OTHER = 'another name: -c dbg-2; or leave out -c';

describe('takenName', () => {
  it.each<{ label: string; pod: PodOptions; name: string; what: string; hint: string }>([
    {
      label: 'an app',
      pod: { apps: [{ name: 'app' }] },
      name: 'app',
      what: 'container "app"',
      hint: 'to see its processes: --target=app; another name: -c app-2',
    },
    {
      label: 'an init container',
      pod: { inits: [{ name: 'init' }] },
      name: 'init',
      what: 'container "init"',
      hint: 'to see its processes: --target=init; another name: -c init-2',
    },
    {
      label: 'a debug container that runs',
      pod: { ephemerals: [{ name: 'dbg', state: running(STARTED) }] },
      name: 'dbg',
      what: 'debug container "dbg", which runs',
      hint: JOIN,
    },
    {
      label: 'one that is starting',
      pod: { ephemerals: [{ name: 'dbg', state: waiting('ContainerCreating') }] },
      name: 'dbg',
      what: 'debug container "dbg", which is starting',
      hint: JOIN,
    },
    {
      label: 'one that the node has not seen',
      pod: { ephemerals: [{ name: 'dbg', hasStatus: false }] },
      name: 'dbg',
      what: 'debug container "dbg", which is starting',
      hint: JOIN,
    },
    {
      label: 'one that cannot start',
      pod: { ephemerals: [{ name: 'dbg', state: waiting('ErrImagePull') }] },
      name: 'dbg',
      what: 'debug container "dbg" (ErrImagePull)',
      hint: OTHER,
    },
    {
      label: 'one that has ended',
      pod: { ephemerals: [{ name: 'dbg', state: terminated(0) }] },
      name: 'dbg',
      what: 'debug container "dbg" (Completed, exit code 0)',
      hint: OTHER,
    },
    {
      label: 'one that is kept',
      pod: { ephemerals: [{ name: 'dbg', state: running(STARTED), command: keeperCommand(1000) }] },
      name: 'dbg',
      what: 'debug container "dbg", which runs for commands by exec',
      hint: 'to run one in it: kubectl exec -it web-1 -n shop -c dbg -- sh; another name: -c dbg-2',
    },
    {
      label: 'a name of which the next ones are taken',
      pod: { ephemerals: ['dbg-2', 'dbg-3', 'dbg-4'].map((name) => ({ name, state: terminated(0) })) },
      name: 'dbg-2',
      what: 'debug container "dbg-2" (Completed, exit code 0)',
      hint: 'another name: -c dbg-5; or leave out -c',
    },
    {
      label: 'the longest name',
      pod: { ephemerals: [{ name: `${'a'.repeat(60)}-bc`, state: terminated(0) }] },
      name: `${'a'.repeat(60)}-bc`,
      what: `debug container "${'a'.repeat(60)}-bc" (Completed, exit code 0)`,
      hint: `another name: -c ${'a'.repeat(60)}-2; or leave out -c`,
    },
  ])('tells how $label stands, and what to type', ({ pod, name, what, hint }) => {
    expect(takenName(aPod(pod), name)).toMatchObject({
      kind: 'container-exists',
      message: ADDING + what,
      hint,
    });
  });

  it('accepts a free name, and a name that is still to be made up', () => {
    expect(takenName(aPod({}), 'dbg')).toBeUndefined();
    expect(takenName(aPod({}), undefined)).toBeUndefined();
  });
});

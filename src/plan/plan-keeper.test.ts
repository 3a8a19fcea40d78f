import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../test/builders/a-debug-request.ts';
import { aPod, anEphemeralContainer, running, terminated, waiting } from '../../test/builders/a-pod.ts';
import { keeperCommand } from '../pod/containers/keeper.ts';
import { requestKeeper, findKeeper } from './plan-keeper.ts';

const STARTED = '2025-03-01T12:00:00Z';
const HOUR = 3_600_000;
const keeper = (name: string, maxLifeMs = HOUR) =>
  anEphemeralContainer({ name, image: 'busybox', command: keeperCommand(maxLifeMs) });
const PLANNED = keeper('new');

/** The name of the keeper that is found so long after all of them have started. */
function find(ephemerals: Parameters<typeof aPod>[0], afterMs = 0): string | undefined {
  const now = new Date(Date.parse(STARTED) + afterMs);
  return findKeeper(aPod(ephemerals), PLANNED, now)?.name;
}

describe('asKeeper', () => {
  it('keeps all but what is about a command and its streams', () => {
    const request = aDebugRequest({
      stdin: true,
      tty: true,
      command: ['ls'],
      target: 'app',
      image: 'busybox',
    });
    expect(requestKeeper(request, HOUR)).toEqual({
      ...request,
      stdin: false,
      tty: false,
      command: keeperCommand(HOUR),
    });
  });
});

describe('findKeeper', () => {
  it.each([
    { label: 'one that runs', state: running(STARTED), found: 'a' },
    { label: 'one that is being created', state: waiting('ContainerCreating'), found: 'a' },
    { label: 'not one whose image cannot be pulled', state: waiting('ImagePullBackOff'), found: undefined },
    { label: 'not one that has ended', state: terminated(0), found: undefined },
  ])('finds $label', ({ state, found }) => {
    expect(find({ ephemerals: [{ ...keeper('a'), state }] })).toBe(found);
  });

  it('finds one that the node has not reported yet', () => {
    expect(find({ ephemerals: [{ ...keeper('a'), hasStatus: false }] })).toBe('a');
  });

  it('finds the one that is kept longest, and none in its last minute', () => {
    const ephemerals = [keeper('short', HOUR / 2), keeper('long', 2 * HOUR), keeper('middle')].map(
      (each) => ({
        ...each,
        state: running(STARTED),
      }),
    );
    expect(find({ ephemerals })).toBe('long');
    expect(find({ ephemerals }, 2 * HOUR - 59_000)).toBeUndefined();
  });

  it('takes no other debug container for one', () => {
    const shell = anEphemeralContainer({ name: 'a', image: 'busybox', command: ['sh'] });
    const other = { ...keeper('b'), image: 'alpine' };
    expect(find({ ephemerals: [shell, other] })).toBeUndefined();
  });
});

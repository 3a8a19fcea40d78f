import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { ApiRequest } from '../cluster.ts';
import { USES } from '../refusals/purposes.ts';
import { openRights } from './rights.ts';
import type { Right } from '../refusals/role.ts';

const EXEC = USES.exec.rights;
const PLACE = { namespace: 'shop', pod: 'web-1' };

interface Question {
  readonly verb: string;
  readonly name?: string;
}
const questionOf = ({ body }: ApiRequest): Question =>
  (body as { spec: { resourceAttributes: Question } }).spec.resourceAttributes;

/** `may` is told each question, and what it throws the review fails with. */
function rightsOf(may: (question: Question) => unknown, minor: unknown = '35') {
  const { cluster, requests } = aCluster({
    json: (request) => {
      if (request.path === '/version') return { major: '1', minor };
      return { status: { allowed: may(questionOf(request)) } };
    },
  });
  const over = new AbortController();
  const { io } = anIo({ clock: 'real' });
  return { rights: openRights(io, cluster, over.signal), requests, over };
}

const verbs = (rights: readonly Right[]): readonly string[] => rights.map(({ verb }) => verb);

describe('a right is missing', () => {
  it.each([
    {
      label: 'neither in the namespace nor in the pod',
      minor: '35',
      allowed: [],
      missing: ['get', 'create'],
    },
    { label: 'that servers before 1.35 do not ask for', minor: '34+', allowed: ['get'], missing: [] },
    { label: 'that servers from 1.35 on ask for', minor: '37', allowed: ['get'], missing: ['create'] },
    { label: 'on a server that hides its version', minor: '', allowed: [''], missing: ['get'] },
    { label: 'in no pod', minor: '35', allowed: ['get', 'create'], missing: [] },
  ])('$label', async ({ minor, allowed, missing }) => {
    const { rights } = rightsOf(({ verb }) => allowed.includes(verb), minor);
    expect(verbs(await rights.missing(EXEC, PLACE))).toEqual(missing);
  });

  it('in the other pods of a Role for single ones', async () => {
    const { rights } = rightsOf(({ name }) => name === 'web-1');
    expect(await rights.missing(EXEC, PLACE)).toEqual([]);
    expect(verbs(await rights.missing(EXEC, { ...PLACE, pod: 'web-2' }))).toEqual(['get', 'create']);
    expect(verbs(await rights.missing(EXEC, { namespace: 'shop' }))).toEqual(['get', 'create']);
  });

  it('only where the server says so', async () => {
    const refuse = (): never => {
      throw new ApiError({ method: 'POST', path: '/' }, 403, { message: 'no' });
    };
    expect(await rightsOf(refuse).rights.missing(EXEC, PLACE)).toEqual([]);
    expect(await rightsOf(() => undefined).rights.missing(EXEC, PLACE)).toEqual([]);
  });
});

it('asks once for what is asked ahead, and of many pods', async () => {
  const { rights, requests } = rightsOf(() => true);
  rights.ask(EXEC, 'shop');
  rights.ask(EXEC, 'shop');
  for (const pod of ['web-1', 'web-2']) await rights.missing(EXEC, { ...PLACE, pod });
  expect(requests.map(questionOf).map(({ verb }) => verb)).toEqual(['get', 'create']);
});

describe('a review that is not answered', () => {
  const never = () => {
    const { cluster, requests } = aCluster({
      json: ({ path, signal }) =>
        path === '/version'
          ? { major: '1', minor: '35' }
          : new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    });
    let endPatience = (): void => undefined;
    const patience = new Promise<void>((resolve) => (endPatience = resolve));
    const rights = openRights({ sleep: () => patience }, cluster, new AbortController().signal);
    return { rights, requests, endPatience, isOver: () => requests.map(({ signal }) => signal?.aborted) };
  };

  it('is given up once patience ends, is known to nobody then, and is not asked again', async () => {
    const { rights, endPatience, isOver } = never();
    rights.ask(EXEC, 'other');
    const missing = rights.missing(EXEC, PLACE);
    expect(isOver()).toEqual([false, false, false, false]);
    endPatience();
    expect(await missing).toEqual([]);
    expect(isOver()).toEqual([false, false, true, true]);
    expect(await rights.missing(EXEC, PLACE)).toEqual([]);
    expect(isOver()).toHaveLength(4);
  });

  it('is ended with the command', () => {
    const { rights, isOver } = never();
    rights.ask(EXEC, 'shop');
    rights.close();
    expect(isOver()).toEqual([true, true]);
  });

  it('is nothing that anybody is told to wait for', () => {
    const { rights, requests } = never();
    rights.ask(EXEC, 'shop');
    expect(requests.map(({ isBackground }) => isBackground)).toEqual([true, true]);
    rights.close();
  });
});

it('throws the reason of a signal that is aborted meanwhile', async () => {
  const { rights, over } = rightsOf(() => over.abort(new Error('left')));
  await expect(rights.missing(EXEC, PLACE)).rejects.toThrow('left');
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { aCluster, type Answers } from '../../../test/builders/a-cluster.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod, type PodOptions } from '../../../test/builders/a-pod.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { ApiRequest } from '../cluster.ts';
import { CliError } from '../../errors/cli-error.ts';
import { openPodWatch } from './pod-watch.ts';

const aVersion = (resourceVersion: string, options: PodOptions = {}) =>
  aPod({ ...options, metadata: { resourceVersion } });
const line = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;
const refusal = (request: ApiRequest, code: number): ApiError => new ApiError(request, code, {});

/** Lines, then a stream that stays open. */
async function* staysOpen(...lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
  await new Promise(() => undefined);
}

function open(answers: Answers) {
  const fake = anIo();
  const { cluster, requests } = aCluster(answers);
  const watch = openPodWatch(fake.io, cluster, aVersion('10'));
  onTestFinished(watch.close);
  return { ...fake, watch, requests };
}

describe('openPodWatch', () => {
  it('knows the pod that it was given, and asks for what comes after it', async () => {
    const { watch, requests } = open({ stream: () => staysOpen(line('MODIFIED', aVersion('11'))) });
    expect(watch.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '10' } } });
    await watch.changed();
    expect(watch.latest()).toMatchObject({ kind: 'present', pod: { metadata: { resourceVersion: '11' } } });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.query).toMatchObject({ fieldSelector: 'metadata.name=web-1', resourceVersion: '10' });
  });

  it.each([
    { label: 'was deleted', event: line('DELETED', aVersion('12')) },
    { label: 'was replaced by one of the same name', event: line('ADDED', aVersion('12', { uid: 'other' })) },
  ])('is gone once it $label, whatever comes then', async ({ event }) => {
    const later = line('ADDED', aVersion('13', { uid: 'other' }));
    const { watch } = open({ stream: () => staysOpen(event + later) });
    await watch.changed();
    expect(watch.latest()).toEqual({ kind: 'gone' });
  });

  it.each([
    { label: 'as it is now', pod: aVersion('20'), expected: { kind: 'present', pod: aVersion('20') } },
    {
      label: 'as gone once another has its name',
      pod: aVersion('20', { uid: 'other' }),
      expected: { kind: 'gone' },
    },
  ])('knows the pod $label when it is renewed, though the watch hears nothing', async ({ pod, expected }) => {
    const { watch, requests } = open({ stream: () => staysOpen(), json: () => pod });
    expect(await watch.renew(new AbortController().signal)).toEqual(expected);
    expect(watch.latest()).toEqual(expected);
    await new Promise((resolve) => setImmediate(resolve));
    expect(requests[0]?.signal?.aborted).toBe(true);
    expect(requests.at(-1)?.query?.['resourceVersion']).toBe(expected.kind === 'gone' ? undefined : '20');
  });

  it('hears again once it is renewed, though it had failed for good', async () => {
    let isUp = false;
    const { watch } = open({
      stream: (request) => {
        if (!isUp) throw refusal(request, 401);
        return staysOpen(line('MODIFIED', aVersion('21')));
      },
      json: () => aVersion('20'),
    });
    await expect(watch.changed()).rejects.toMatchObject({ code: 401 });
    isUp = true;
    await watch.renew(new AbortController().signal);
    await watch.changed();
    expect(watch.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '21' } } });
  });

  it('ends its request when it is closed', async () => {
    const { watch, requests } = open({ stream: () => staysOpen(line('MODIFIED', aVersion('11'))) });
    await watch.changed();
    watch.close();
    expect(requests[0]?.signal?.aborted).toBe(true);
  });

  it('fails for good when the credentials are not accepted any more', async () => {
    const { watch, requests } = open({
      stream: () => {
        throw refusal({ method: 'GET', path: '/' }, 401);
      },
    });
    await expect(watch.changed()).rejects.toMatchObject({ code: 401 });
    await expect(watch.changed()).rejects.toMatchObject({ code: 401 });
    expect(requests).toHaveLength(1);
  });
});

describe('openPodWatch in an outage', () => {
  it('does not end with the watch, which gives up: it goes on from the pod as it is', async () => {
    const away = new CliError('unreachable', 'no way to it');
    let isAway = true;
    const { watch, advance } = open({
      stream: () => {
        if (isAway) throw away;
        return staysOpen(line('MODIFIED', aVersion('31')));
      },
      json: () => (isAway ? Promise.reject(away) : aVersion('30')),
    });
    let isRejected = false;
    watch.changed().catch(() => (isRejected = true));
    for (let failure = 0; failure < 15; failure += 1) await advance(30_000);
    expect(watch.outage()).toBe(away);
    isAway = false;
    for (let second = 0; second < 30; second += 1) await advance(1000);
    expect(watch.outage()).toBeUndefined();
    expect(watch.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '31' } } });
    expect(isRejected).toBe(false);
  });
});

describe('openPodWatch for who may not watch', () => {
  const polling = (json: NonNullable<Answers['json']>) =>
    open({
      json,
      stream: () => {
        throw refusal({ method: 'GET', path: '/' }, 403);
      },
    });

  it('reads the pod once a second, and tells of changes only', async () => {
    const versions = ['10', '10', '11'];
    const { watch, advance, requests } = polling(() => aVersion(versions.shift() ?? '11'));
    let isChanged = false;
    void watch.changed().then(() => (isChanged = true));
    await advance(0);
    await advance(1000);
    await advance(1000);
    expect(isChanged).toBe(false);
    await advance(1000);
    expect(isChanged).toBe(true);
    expect(watch.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '11' } } });
    expect(requests.slice(1).map(({ path }) => path)).toEqual(
      Array.from({ length: 3 }, () => '/api/v1/namespaces/shop/pods/web-1'),
    );
  });

  it.each([
    { label: 'was deleted', json: (request: ApiRequest) => Promise.reject(refusal(request, 404)) },
    { label: 'was replaced', json: () => aVersion('12', { uid: 'other' }) },
  ])('sees when it $label', async ({ json }) => {
    const { watch, advance } = polling(json);
    const changed = watch.changed();
    await advance(0);
    await advance(1000);
    await changed;
    expect(watch.latest()).toEqual({ kind: 'gone' });
  });

  it.each([
    { label: 'a network that broke', error: new CliError('unreachable', 'no way to it') },
    { label: 'a connection that was cut', error: new CliError('connection-lost', 'cut') },
    { label: 'an answer that never came', error: new CliError('timeout', 'too long') },
    { label: 'an overloaded server', error: refusal({ method: 'GET', path: '/' }, 429) },
    { label: 'a server that failed', error: refusal({ method: 'GET', path: '/' }, 500) },
    { label: 'a server that is not there', error: refusal({ method: 'GET', path: '/' }, 503) },
  ])('goes on after $label, and tells of what changed meanwhile', async ({ error }) => {
    const answers = [() => Promise.reject(error), () => Promise.reject(error), () => aVersion('11')];
    const { watch, advance } = polling(() => answers.shift()?.() ?? aVersion('11'));
    let isChanged = false;
    void watch.changed().then(() => (isChanged = true));
    for (let second = 0; second < 6; second += 1) await advance(1000);
    expect(isChanged).toBe(true);
    expect(watch.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '11' } } });
    expect(watch.outage()).toBeUndefined();
  });

  it('asks less and less often while the server does not answer, and as it asked for', async () => {
    const busy = new ApiError({ method: 'GET', path: '/' }, 429, { details: { retryAfterSeconds: 7 } });
    const { advance, requests } = polling(() => Promise.reject(busy));
    await advance(0);
    await advance(1000);
    const asked = requests.length;
    await advance(6999);
    expect(requests).toHaveLength(asked);
    await advance(1);
    expect(requests).toHaveLength(asked + 1);
  });

  it('says that nothing is heard after ten failures in a row, goes on, and hears again', async () => {
    const away = new CliError('unreachable', 'no way to it');
    let isAway = true;
    const { watch, advance } = polling(() => (isAway ? Promise.reject(away) : aVersion('11')));
    await advance(0);
    for (let failure = 0; failure < 9; failure += 1) await advance(30_000);
    expect(watch.outage()).toBeUndefined();
    await advance(30_000);
    expect(watch.outage()).toBe(away);
    isAway = false;
    await advance(30_000);
    expect(watch.outage()).toBeUndefined();
    expect(watch.latest()).toMatchObject({ pod: { metadata: { resourceVersion: '11' } } });
  });

  it('fails for good when it may not be read either', async () => {
    const { watch, advance } = polling((request) => Promise.reject(refusal(request, 403)));
    const changed = watch.changed();
    changed.catch(() => undefined);
    await advance(0);
    await advance(1000);
    await expect(changed).rejects.toMatchObject({ code: 403 });
  });
});

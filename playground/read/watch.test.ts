import { describe, expect, it } from 'vitest';
import { send } from '../../test/playground/api-client.ts';
import { openWatch } from '../../test/playground/open-watch.ts';
import {
  ACCEPT_TABLE,
  aPodNamed,
  PODS,
  startPlayground,
  WEB_1,
} from '../../test/playground/start-playground.ts';
import { createResourceVersions } from '../store/resource-versions.ts';
import { createStore } from '../store/store.ts';
import { watch } from './watch.ts';

describe('watch', () => {
  it.each(['', '&resourceVersion=0'])('starts with the objects that exist for "%s"', async (query) => {
    const { playground } = await startPlayground({ pods: [aPodNamed('web-1'), aPodNamed('web-2')] });
    const watching = await openWatch(playground, query);
    expect(await watching.until(2)).toEqual(['ADDED web-1', 'ADDED web-2']);
    expect(watching.lines[0]?.object.kind).toBe('Pod');
  });

  it('goes on after a version, with what happened since and what happens now', async () => {
    const { playground } = await startPlayground();
    const list = await send(playground, PODS);
    playground.createPod(aPodNamed('web-2'));
    const watching = await openWatch(playground, `&resourceVersion=${list.json.metadata.resourceVersion}`);
    expect(await watching.until(2)).toEqual(['ADDED web-2', 'MODIFIED web-2']);
    playground.setStatus(WEB_1, { phase: 'Failed' });
    await playground.deletePod(WEB_1);
    expect((await watching.until(4)).slice(2)).toEqual(['MODIFIED web-1', 'DELETED web-1']);
  });

  it('shows a pod that leaves the selection as deleted', async () => {
    const { playground } = await startPlayground({ pods: [aPodNamed('web-1'), aPodNamed('web-2')] });
    const watching = await openWatch(playground, '&fieldSelector=status.phase=Running');
    await watching.until(2);
    playground.setStatus(WEB_1, { phase: 'Failed' });
    playground.setStatus(WEB_1, { phase: 'Running' });
    expect((await watching.until(4)).slice(2)).toEqual(['DELETED web-1', 'ADDED web-1']);
  });

  it('says inside of the stream that a version is too old', async () => {
    const { playground } = await startPlayground();
    playground.compact();
    const watching = await openWatch(playground, '&resourceVersion=1');
    expect(watching.status).toBe(200);
    expect(await watching.ended).toBe('clean');
    expect(watching.lines).toMatchObject([
      { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', status: 'Failure' } },
    ]);
    expect(watching.lines[0]?.object.message).toMatch(/^too old resource version: 1 \(\d+\)$/);
  });

  it('marks the end of the objects that exist with a bookmark when asked to', async () => {
    const { playground } = await startPlayground();
    const query = '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    const watching = await openWatch(playground, query);
    expect(await watching.until(2)).toEqual(['ADDED web-1', 'BOOKMARK Pod']);
    expect(watching.lines[1]?.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
    playground.createPod(aPodNamed('web-2'));
    expect((await watching.until(3))[2]).toBe('ADDED web-2');
  });

  it('sends bookmarks with the newest version, to those who allow it', async () => {
    const { playground } = await startPlayground({ bookmarkMs: 5 });
    const [with_, without] = await Promise.all([
      openWatch(playground, '&resourceVersion=0&allowWatchBookmarks=true'),
      openWatch(playground, '&resourceVersion=0'),
    ]);
    await with_.until(3);
    expect(with_.summary().slice(0, 3)).toEqual(['ADDED web-1', 'BOOKMARK Pod', 'BOOKMARK Pod']);
    const { json } = await send(playground, PODS);
    expect(with_.lines[1]?.object.metadata.resourceVersion).toBe(json.metadata.resourceVersion);
    expect(without.summary()).toEqual(['ADDED web-1']);
  });

  it('ends in good order when its time is over', async () => {
    const { playground } = await startPlayground();
    const watching = await openWatch(playground, '&timeoutSeconds=1');
    expect(await watching.ended).toBe('clean');
    expect(watching.summary()).toEqual(['ADDED web-1']);
  });

  it('describes the columns of a table once', async () => {
    const { playground } = await startPlayground({ pods: [aPodNamed('web-1'), aPodNamed('web-2')] });
    const watching = await openWatch(playground, '', { accept: ACCEPT_TABLE });
    await watching.until(2);
    const [first, second] = watching.lines;
    expect(first?.object.columnDefinitions).toHaveLength(9);
    expect(second?.object.columnDefinitions).toBeNull();
    expect(second?.object.rows?.[0]?.cells[0]).toBe('web-2');
  });

  it.each([
    { query: '&resourceVersion=abc', status: 500 },
    { query: '&timeoutSeconds=x', status: 400 },
    { query: '&sendInitialEvents=true', status: 422 },
    { query: '&fieldSelector=spec.foo=x', status: 400 },
  ])('refuses $query with $status', async ({ query, status }) => {
    const { playground } = await startPlayground();
    expect((await send(playground, `${PODS}?watch=1${query}`)).status).toBe(status);
  });

  it('stops listening once the client is gone', async () => {
    const store = createStore(createResourceVersions());
    const leaving = new AbortController();
    const sent: string[] = [];
    const watching = watch(
      { store, matches: () => true },
      {
        fromVersion: 0,
        sendInitialEvents: false,
        allowBookmarks: false,
        timeoutMs: 60_000,
        bookmarkMs: 60_000,
        currentVersion: () => 0,
      },
      {
        send: (event) =>
          sent.push(
            event.kind === 'BOOKMARK' ? event.kind : `${event.kind} ${event.object.metadata.name ?? ''}`,
          ),
        fail: ({ message }) => sent.push(message),
        signal: leaving.signal,
      },
    );
    store.put({ metadata: { name: 'before' } });
    leaving.abort();
    await watching;
    store.put({ metadata: { name: 'after' } });
    expect(sent).toEqual(['ADDED before']);
  });
});

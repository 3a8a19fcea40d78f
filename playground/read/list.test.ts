import { describe, expect, it } from 'vitest';
import { createResourceVersions } from '../store/resource-versions.ts';
import { createStore, type Store } from '../store/store.ts';
import type { StoredObject } from '../store/stored-object.ts';
import { listPage, type Page } from './list.ts';
import { parseSelection } from './list-options.ts';
import { failureOf } from '../../test/playground/failure-of.ts';

interface Shop {
  readonly store: Store<StoredObject>;
  readonly currentVersion: () => number;
  readonly list: (query: string) => Page<StoredObject>;
}

/** A store with the pods `shop/p0` to `shop/p4` and `other/q`. */
function aShop(): Shop {
  const versions = createResourceVersions();
  const store = createStore(versions);
  for (let i = 0; i < 5; i++) {
    store.put({ metadata: { namespace: 'shop', name: `p${i}`, labels: { even: String(i % 2 === 0) } } });
  }
  store.put({ metadata: { namespace: 'other', name: 'q' } });
  return {
    store,
    currentVersion: versions.current,
    list: (text) => {
      const query = new URLSearchParams(text);
      const selection = parseSelection(query, 'shop', ['metadata.name']);
      return listPage({ store, currentVersion: versions.current() }, selection, query);
    },
  };
}

function names({ objects }: Page<StoredObject>): string {
  return objects.map(({ metadata }) => metadata.name).join(' ');
}

describe('listPage', () => {
  it('lists what the selection takes, at the newest version', () => {
    const page = aShop().list('labelSelector=even=true');
    expect(names(page)).toBe('p0 p2 p4');
    expect(page.metadata).toEqual({ resourceVersion: '106' });
  });

  it('counts what is left when nothing narrows the list down', () => {
    const { metadata } = aShop().list('limit=2');
    expect(metadata.remainingItemCount).toBe(3);
    expect(JSON.parse(Buffer.from(metadata.continue ?? '', 'base64url').toString())).toEqual({
      v: 'meta.k8s.io/v1',
      rv: 106,
      start: 'shop/p1\u0000',
    });
  });

  it('does not count what is left of a narrowed list', () => {
    const { metadata } = aShop().list('limit=2&labelSelector=even=true');
    expect(metadata.continue).toBeDefined();
    expect(metadata).not.toHaveProperty('remainingItemCount');
  });

  it('shows all pages as the objects were at the first one', () => {
    const shop = aShop();
    const first = shop.list('limit=2');
    shop.store.remove('shop/p2');
    shop.store.put({ metadata: { namespace: 'shop', name: 'p1a' } });
    const second = shop.list(`limit=2&continue=${first.metadata.continue ?? ''}`);
    const third = shop.list(`limit=2&continue=${second.metadata.continue ?? ''}`);
    expect([first, second, third].map(names)).toEqual(['p0 p1', 'p2 p3', 'p4']);
    expect([second, third].map((page) => page.metadata.resourceVersion)).toEqual(['106', '106']);
    expect(third.metadata).not.toHaveProperty('continue');
  });

  it('answers 410 with a token for the rest once the version of a list is forgotten', () => {
    const shop = aShop();
    const first = shop.list('limit=2');
    shop.store.put({ metadata: { namespace: 'shop', name: 'p9' } });
    shop.store.compact();
    const refusal = failureOf(() => shop.list(`limit=2&continue=${first.metadata.continue ?? ''}`));
    expect(refusal).toMatchObject({ code: 410, reason: 'Expired' });
    const rest = shop.list(`continue=${refusal.metadata.continue ?? ''}`);
    expect(names(rest)).toBe('p2 p3 p4 p9');
    expect(rest.metadata.resourceVersion).toBe('107');
  });

  it.each([
    { query: 'resourceVersion=0', expected: 'p0 p1 p2 p3 p4' },
    { query: 'resourceVersion=103', expected: 'p0 p1 p2 p3 p4' },
    { query: 'resourceVersion=103&resourceVersionMatch=NotOlderThan', expected: 'p0 p1 p2 p3 p4' },
    { query: 'resourceVersion=103&resourceVersionMatch=Exact', expected: 'p0 p1 p2' },
    { query: 'resourceVersion=103&limit=2', expected: 'p0 p1' },
    { query: 'limit=-1', expected: 'p0 p1 p2 p3 p4' },
    { query: 'fieldSelector=metadata.name=p3', expected: 'p3' },
  ])('lists $expected for $query', ({ query, expected }) => {
    expect(names(aShop().list(query))).toBe(expected);
  });

  it.each([
    {
      query: 'resourceVersion=999',
      code: 504,
      message: 'Timeout: Too large resource version: 999, current: 106',
    },
    {
      query: 'resourceVersion=x',
      code: 400,
      message:
        'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    },
    { query: 'limit=x', code: 400, message: 'strconv.ParseInt: parsing "x": invalid syntax' },
    { query: 'continue=bogus', code: 400, message: 'invalid continue token: continue key is not valid' },
    {
      query: 'continue=abc&resourceVersion=5',
      code: 400,
      message: 'specifying resource version is not allowed when using continue',
    },
    {
      query: 'resourceVersionMatch=Exact',
      code: 422,
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
    },
    {
      query: 'resourceVersion=0&resourceVersionMatch=Exact',
      code: 422,
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
    },
    {
      query: 'resourceVersion=1&resourceVersionMatch=Foo',
      code: 422,
      message:
        'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "Foo": supported values: "Exact", "NotOlderThan", ""',
    },
  ])('refuses $query with $code', ({ query, code, message }) => {
    expect(failureOf(() => aShop().list(query))).toMatchObject({ code, message });
  });

  it('answers 410 for an exact version that is forgotten', () => {
    const shop = aShop();
    shop.store.compact();
    expect(failureOf(() => shop.list('resourceVersion=103&resourceVersionMatch=Exact'))).toMatchObject({
      code: 410,
      message: 'The resourceVersion for the provided list is too old.',
    });
  });
});

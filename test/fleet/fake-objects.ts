import type { ApiRequest } from '../../src/cluster/cluster.ts';
import { ApiError } from '../../src/cluster/refusals/api-error.ts';
import { makeChange } from '../../src/cluster/watch/change-signal.ts';
import type { ObjectMeta } from '../../src/pod/types.ts';
import type { Answers } from '../builders/a-cluster.ts';

/** An object of any type. */
export interface FakeObject {
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

type Verb = 'ADDED' | 'MODIFIED' | 'DELETED';

interface Change {
  readonly version: number;
  readonly type: Verb;
  readonly plural: string;
  readonly object: FakeObject;
}

/** Objects of one namespace that are listed and watched as an API server would let them. */
export interface FakeObjects {
  readonly answers: Required<Pick<Answers, 'json' | 'stream'>>;
  readonly put: (plural: string, object: FakeObject) => void;
  readonly remove: (plural: string, name: string) => void;
  readonly has: (plural: string, name: string) => boolean;
  readonly get: (plural: string, name: string) => FakeObject | undefined;
  /** Ends all watches. With `expired` the next ones are refused with 410, until a list. */
  readonly cut: (how?: 'expired') => void;
  /** From now on every request fails with this error; undefined for none. */
  readonly failWith: (error: Error | undefined) => void;
}

/** The selector as a test of labels: `a=b`, `a` and `a in (b,c)`, joined by commas. */
function fitsLabels(selector: string, labels: Readonly<Record<string, string>>): boolean {
  return [...selector.matchAll(/([^,=\s(]+)(?:=([^,]*)| in \(([^)]*)\))?(?:,|$)/g)].every(
    ([, key = '', one, many]) => {
      const value = labels[key];
      if (many !== undefined) return many.split(',').includes(value ?? '');
      return one === undefined ? value !== undefined : value === one;
    },
  );
}

function fieldOf(object: FakeObject, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined,
      object,
    );
}

function fits(object: FakeObject, { query = {} }: ApiRequest): boolean {
  const labels = String(query['labelSelector'] ?? '');
  const fields = String(query['fieldSelector'] ?? '');
  const hasFields = fields
    .split(',')
    .filter((each) => each !== '')
    .every((each) => {
      const [path = '', value] = each.split('=');
      return fieldOf(object, path) === value;
    });
  return hasFields && (labels === '' || fitsLabels(labels, object.metadata.labels ?? {}));
}

/** Makes a namespace without objects. */
export function fakeObjects(): FakeObjects {
  const objects = new Map<string, Map<string, FakeObject>>();
  const history: Change[] = [];
  const change = makeChange();
  let version = 100;
  let cuts = 0;
  let isExpired = false;
  let failure: Error | undefined;
  const of = (plural: string): Map<string, FakeObject> => {
    const all = objects.get(plural) ?? new Map<string, FakeObject>();
    objects.set(plural, all);
    return all;
  };
  const note = (type: Verb, plural: string, object: FakeObject): void => {
    version += 1;
    const { metadata, ...rest } = object;
    const stamped = { ...rest, metadata: { ...metadata, resourceVersion: `${version}` } };
    if (type === 'DELETED') of(plural).delete(metadata.name ?? '');
    else of(plural).set(metadata.name ?? '', stamped);
    history.push({ version, type, plural, object: stamped });
    change.tell();
  };
  const placeOf = ({ path }: ApiRequest): { readonly plural: string; readonly name: string | undefined } => {
    const [, plural = '', name] =
      /v1(?:\/namespaces\/[^/]+)?\/(configmaps|jobs|pods|events)(?:\/([^/]+))?$/.exec(path) ?? [];
    return { plural, name };
  };
  const one = (request: ApiRequest, plural: string, name: string): FakeObject => {
    const object = of(plural).get(name);
    if (object === undefined) throw new ApiError(request, 404, { message: `${plural} "${name}" not found` });
    if (request.method === 'DELETE') note('DELETED', plural, object);
    if (request.method !== 'PATCH') return object;
    const { data } = request.body as { readonly data?: object };
    note('MODIFIED', plural, { ...object, data: { ...(object['data'] as object), ...data } });
    return of(plural).get(name) ?? object;
  };
  const throwFailure = (): void => {
    if (failure !== undefined) throw failure;
  };
  const isNews = (each: Change, request: ApiRequest): boolean =>
    each.plural === placeOf(request).plural && fits(each.object, request);
  async function* watch(request: ApiRequest): AsyncGenerator<string, void> {
    const before = cuts;
    throwFailure();
    if (isExpired) {
      yield `${JSON.stringify({ type: 'ERROR', object: { code: 410, message: 'too old' } })}\n`;
      return;
    }
    let seen = Number(request.query?.['resourceVersion'] ?? version);
    for (;;) {
      const next = change.next();
      for (const each of history) {
        if (each.version <= seen) continue;
        seen = each.version;
        if (isNews(each, request)) yield `${JSON.stringify({ type: each.type, object: each.object })}\n`;
      }
      await next;
      if (cuts !== before) return;
    }
  }
  return {
    put: (plural, object) =>
      note(of(plural).has(object.metadata.name ?? '') ? 'MODIFIED' : 'ADDED', plural, object),
    remove: (plural, name) => {
      const object = of(plural).get(name);
      if (object !== undefined) note('DELETED', plural, object);
    },
    has: (plural, name) => of(plural).has(name),
    get: (plural, name) => of(plural).get(name),
    cut: (how) => {
      cuts += 1;
      isExpired = how === 'expired';
      change.tell();
    },
    failWith: (error) => {
      failure = error;
      cuts += 1;
      change.tell();
    },
    answers: {
      json: (request) => {
        throwFailure();
        const { plural, name } = placeOf(request);
        if (name !== undefined) return structuredClone(one(request, plural, name));
        isExpired = false;
        const items = [...of(plural).values()].filter((each) => fits(each, request));
        return structuredClone({ items, metadata: { resourceVersion: `${version}` } });
      },
      stream: watch,
    },
  };
}

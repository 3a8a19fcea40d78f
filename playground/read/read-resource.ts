import type { ResourceCall } from '../api/request/api-call.ts';
import { isTrue } from '../api/request/api-request.ts';
import type { Reply } from '../api/request/reply.ts';
import {
  apiVersionOf,
  qualifiedName,
  type Resource,
  type ResourceName,
  RESOURCES,
} from '../api/request/resources.ts';
import { notFound } from '../api/request/status-error.ts';
import type { JsonObject } from '../json.ts';
import { parseWatchVersion } from '../store/resource-versions.ts';
import type { ReadableStore } from '../store/store.ts';
import { keyOf, type StoredObject } from '../store/stored-object.ts';
import { chooseRepresentation } from './accept.ts';
import { listPage } from './list.ts';
import { checkVersionMatch, parseInteger, parseSelection, type Selection } from './list-options.ts';
import type { Printer } from './printers.ts';
import { type IncludedObject, parseIncludedObject, printTable } from './table.ts';
import { watch } from './watch.ts';
import type { WatchEvent } from './watch-events.ts';

/** One resource that can be read. */
export interface Readable<T extends StoredObject> {
  readonly name: ResourceName;
  readonly store: ReadableStore<T>;
  readonly printer: Printer<T>;
}

export interface ReadSurroundings {
  readonly currentVersion: () => number;
  readonly now: () => Date;
  /** The time between two bookmarks of a watch. */
  readonly bookmarkMs: number;
}

/** A real server ends watches after 30 to 60 minutes. */
const WATCH_MS = 30 * 60 * 1000;

/** Answers a get, a list or a watch. Throws `StatusError`. */
export function readResource<T extends StoredObject>(
  readable: Readable<T>,
  call: ResourceCall,
  surroundings: ReadSurroundings,
): Reply {
  const view = createView(readable, call, surroundings);
  if (call.info.verb === 'get') {
    const { namespace, name = '' } = call.info;
    const isNamespaced = RESOURCES[readable.name].namespaced && namespace !== undefined;
    const object = readable.store.get(isNamespaced ? keyOf({ namespace, name }) : name);
    if (object === undefined) throw notFound(qualifiedName(readable.name), name);
    return { kind: 'json', status: 200, body: view.one(object) };
  }
  const { fields = [] }: Resource = RESOURCES[readable.name];
  const selection = parseSelection(call.query, call.info.namespace, fields);
  if (call.info.verb === 'watch') return watchResource(readable, { call, selection, view }, surroundings);
  const source = { store: readable.store, currentVersion: surroundings.currentVersion() };
  const page = listPage(source, selection, call.query);
  return { kind: 'json', status: 200, body: view.many(page.objects, page.metadata) };
}

/** Writes objects in the format of the client's `Accept` header. */
interface View<T> {
  readonly one: (object: T, withColumns?: boolean) => object;
  readonly many: (objects: readonly T[], metadata: JsonObject) => object;
  readonly bookmark: (metadata: JsonObject) => object;
}

function createView<T extends StoredObject>(
  { name, printer }: Readable<T>,
  { query, headers }: ResourceCall,
  { now }: ReadSurroundings,
): View<T> {
  const { kind } = RESOURCES[name];
  const apiVersion = apiVersionOf(name);
  if (chooseRepresentation(headers.accept) === 'json') {
    return {
      one: (object) => ({ kind, apiVersion, ...object }),
      many: (items, metadata) => ({ kind: `${kind}List`, apiVersion, metadata, items }),
      bookmark: (metadata) => ({ kind, apiVersion, metadata }),
    };
  }
  const includedObject: IncludedObject = parseIncludedObject(query.get('includeObject'));
  const print = (objects: readonly T[], metadata: JsonObject, withColumns: boolean): JsonObject =>
    printTable(objects, metadata, { printer, kind, apiVersion, includedObject, now: now(), withColumns });
  return {
    one: (object, withColumns = true) =>
      print([object], { resourceVersion: object.metadata.resourceVersion }, withColumns),
    many: (objects, metadata) => print(objects, metadata, true),
    bookmark: (metadata) => {
      const object = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
      const { resourceVersion } = metadata;
      return { ...print([], { resourceVersion }, false), rows: [{ cells: [], object }] };
    },
  };
}

function watchResource<T extends StoredObject>(
  { store }: Readable<T>,
  {
    call,
    selection,
    view,
  }: { readonly call: ResourceCall; readonly selection: Selection; readonly view: View<T> },
  { currentVersion, bookmarkMs }: ReadSurroundings,
): Reply {
  const { query } = call;
  checkVersionMatch(query);
  const seconds = parseInteger(query.get('timeoutSeconds')) ?? 0;
  const options = {
    fromVersion: parseWatchVersion(query.get('resourceVersion')),
    sendInitialEvents: isTrue(query.get('sendInitialEvents')),
    allowBookmarks: isTrue(query.get('allowWatchBookmarks')),
    timeoutMs: seconds > 0 ? seconds * 1000 : WATCH_MS,
    bookmarkMs,
    currentVersion,
  };
  return {
    kind: 'stream',
    contentType: 'application/json',
    run: ({ write, signal }) => {
      const send = createEventWriter(view, write);
      const fail = (object: unknown): void => write(`${JSON.stringify({ type: 'ERROR', object })}\n`);
      return watch({ store, matches: selection.matches }, options, { send, fail, signal });
    },
  };
}

const END_OF_INITIAL_EVENTS = { 'k8s.io/initial-events-end': 'true' };

function createEventWriter<T>(view: View<T>, write: (line: string) => void): (event: WatchEvent<T>) => void {
  let isFirst = true;
  return (event) => {
    if (event.kind === 'BOOKMARK') {
      const annotations = event.endsInitialEvents ? { annotations: END_OF_INITIAL_EVENTS } : {};
      const object = view.bookmark({ resourceVersion: String(event.version), ...annotations });
      write(`${JSON.stringify({ type: event.kind, object })}\n`);
      return;
    }
    write(`${JSON.stringify({ type: event.kind, object: view.one(event.object, isFirst) })}\n`);
    isFirst = false;
  };
}

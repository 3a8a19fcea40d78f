import type { EphemeralContainer, ObjectMeta, Pod } from '../../pod/types.ts';
import type { ListBody } from './list-pages.ts';
import {
  bytes,
  flag,
  integer,
  message,
  readMessage,
  text,
  type Field,
  type Fields,
  type MessageReader,
} from '../formats/protobuf.ts';

/** Starts the encoding of every object. */
const MAGIC = 'k8s\0';

const ENVELOPE: Fields = { 2: { name: 'raw', read: bytes } };

const field = (name: string, read: Field['read']): Field => ({ name, read });
const list = (name: string, read: Field['read']): Field => ({ name, read, adds: 'item' });

const TIMESTAMP = message({ 1: field('seconds', integer) });

/** As in JSON: RFC 3339 with seconds; undefined for no time. */
function time(reader: MessageReader): string | undefined {
  const { seconds } = TIMESTAMP(reader);
  return typeof seconds === 'number' ? `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z` : undefined;
}

const LABEL: Fields = { 1: field('key', text), 2: field('value', text) };

const LIST_META = message({ 2: field('resourceVersion', text), 3: field('continue', text) });

const POD_META = message({
  1: field('name', text),
  3: field('namespace', text),
  8: field('creationTimestamp', time),
  9: field('deletionTimestamp', time),
  11: { name: 'labels', read: message(LABEL), adds: 'entry' },
});

const CONTAINER = message({ 1: field('name', text), 24: field('restartPolicy', text) });

const POD_SPEC = message(
  {
    2: list('containers', CONTAINER),
    10: field('nodeName', text),
    20: list('initContainers', CONTAINER),
    28: list('readinessGates', message({ 1: field('conditionType', text) })),
  },
  () => ({ containers: [] }),
);

const CONTAINER_STATE = message({
  1: field('waiting', message({ 1: field('reason', text) })),
  2: field('running', message({ 1: field('startedAt', time) })),
  3: field(
    'terminated',
    message(
      {
        1: field('exitCode', integer),
        2: field('signal', integer),
        3: field('reason', text),
        6: field('finishedAt', time),
      },
      () => ({ exitCode: 0 }),
    ),
  ),
});

const CONTAINER_STATUS = message(
  {
    1: field('name', text),
    2: field('state', CONTAINER_STATE),
    3: field('lastState', CONTAINER_STATE),
    4: field('ready', flag),
    5: field('restartCount', integer),
    9: field('started', flag),
  },
  () => ({ name: '', ready: false, restartCount: 0 }),
);

const CONDITION = message({ 1: field('type', text), 2: field('status', text), 5: field('reason', text) });

const POD_STATUS = message({
  1: field('phase', text),
  2: list('conditions', CONDITION),
  4: field('reason', text),
  6: field('podIP', text),
  8: list('containerStatuses', CONTAINER_STATUS),
  10: list('initContainerStatuses', CONTAINER_STATUS),
  11: field('nominatedNodeName', text),
  12: list('podIPs', message({ 1: field('ip', text) })),
});

/** See https://github.com/kubernetes/api/blob/master/core/v1/generated.proto */
const POD_LIST: Fields = {
  1: field('metadata', LIST_META),
  2: list(
    'items',
    message(
      { 1: field('metadata', POD_META), 2: field('spec', POD_SPEC), 3: field('status', POD_STATUS) },
      () => ({
        metadata: {},
        spec: { containers: [] },
      }),
    ),
  ),
};

/** See https://github.com/kubernetes/apimachinery/blob/master/pkg/apis/meta/v1/generated.proto */
export const STATUS_FIELDS: Fields = {
  1: field('metadata', LIST_META),
  2: field('status', text),
  3: field('message', text),
  4: field('reason', text),
  5: field(
    'details',
    message({
      1: field('name', text),
      2: field('group', text),
      3: field('kind', text),
      4: list(
        'causes',
        message({ 1: field('reason', text), 2: field('message', text), 3: field('field', text) }),
      ),
      5: field('retryAfterSeconds', integer),
    }),
  ),
  6: field('code', integer),
};

/**
 * Decodes one object. Throws an Error that says what is wrong with the bytes.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding-idl
 */
export function readObject(body: Buffer, fields: Fields): Readonly<Record<string, unknown>> {
  if (body.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('it is no object of Kubernetes');
  const { raw } = readMessage(body.subarray(MAGIC.length), ENVELOPE);
  return readMessage(Buffer.isBuffer(raw) ? raw : Buffer.alloc(0), fields);
}

/** Decodes a list of pods with the fields behind the columns of `kubectl get pods`. Throws as `readObject`. */
export function readPodList(body: Buffer): ListBody<Pod> {
  return readObject(body, POD_LIST);
}

/** The name of an object of any kind. */
export interface NamedObject {
  readonly metadata: Pick<ObjectMeta, 'name'>;
}

/** These fields have the same numbers in all lists and objects. */
const NAME_LIST: Fields = {
  1: field('metadata', LIST_META),
  2: list(
    'items',
    message({ 1: field('metadata', message({ 1: field('name', text) })) }, () => ({ metadata: {} })),
  ),
};

/** Decodes the names in a list of any kind. Throws as `readObject`. */
export function readNameList(body: Buffer): ListBody<NamedObject> {
  return readObject(body, NAME_LIST);
}

/** The debug containers of a pod. */
interface DebuggedPod {
  readonly spec: { readonly ephemeralContainers?: readonly Pick<EphemeralContainer, 'image'>[] };
}

const EPHEMERAL_CONTAINER = message({ 1: field('common', message({ 2: field('image', text) })) });

const DEBUGGED_POD_LIST: Fields = {
  1: field('metadata', LIST_META),
  2: list(
    'items',
    message(
      {
        2: field(
          'spec',
          message({
            34: list('ephemeralContainers', (reader) => EPHEMERAL_CONTAINER(reader)['common'] ?? {}),
          }),
        ),
      },
      () => ({ spec: {} }),
    ),
  ),
};

/** Decodes the images of the debug containers in a list of pods. Throws as `readObject`. */
export function readDebuggedPodList(body: Buffer): ListBody<DebuggedPod> {
  return readObject(body, DEBUGGED_POD_LIST);
}

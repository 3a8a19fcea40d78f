import { apiPath } from '../../cluster/api-path.ts';
import { listPages } from '../../cluster/list/list-pages.ts';
import { EVENT } from '../../cluster/objects/object-shapes.ts';
import { printObject } from '../../output/print/print-object.ts';
import { openTable } from '../../output/table/table.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { podRef } from '../../pod/pod-ref.ts';
import { parseTime } from '../../pod/timestamp.ts';
import type { KubernetesEvent, Pod } from '../../pod/types.ts';
import { textFile, type Piece } from '../evidence.ts';
import { orMissing, type ApiContext } from './api-context.ts';

const HEADER = ['LAST SEEN', 'AGE', 'TYPE', 'REASON', 'COUNT', 'OBJECT', 'MESSAGE'];

/** An event as the server sends it; `eventTime` is set by clients of the newer API only. */
interface ServerEvent extends KubernetesEvent {
  readonly eventTime?: string | null;
}

function timeOf({ lastTimestamp, eventTime, metadata }: ServerEvent): Date | undefined {
  return parseTime(lastTimestamp ?? eventTime ?? metadata.creationTimestamp);
}

/** The events of the objects with these uids, the latest last. Throws `ApiError`. */
async function readEvents(
  { cluster, pod, signal }: ApiContext,
  uids: readonly string[],
): Promise<readonly ServerEvent[]> {
  const path = apiPath('api', 'v1', 'namespaces', podRef(pod).namespace, 'events');
  const events: ServerEvent[] = [];
  for (const uid of uids) {
    const selection = { fieldSelector: `involvedObject.uid=${uid}` };
    for await (const { items } of listPages<ServerEvent>(cluster, { path, shape: EVENT, selection, signal }))
      for (const item of items) events.push(item);
  }
  return events.toSorted((one, other) => (timeOf(one)?.getTime() ?? 0) - (timeOf(other)?.getTime() ?? 0));
}

function rowOf({ io, mask }: ApiContext, event: ServerEvent): readonly string[] {
  const { type = '', reason = '', message = '', count = 1, involvedObject } = event;
  const time = timeOf(event);
  return [
    time?.toISOString() ?? '',
    time === undefined ? '' : humanDuration(io.now().getTime() - time.getTime()),
    type,
    reason,
    `${count}`,
    `${involvedObject.name ?? ''} ${involvedObject.fieldPath ?? ''}`.trim(),
    mask.text(message).replace(/[\r\n]+/g, ' '),
  ];
}

/** The uids of a pod and of what owns it directly. */
function uidsOf({ metadata }: Pod): readonly string[] {
  const owners = (metadata.ownerReferences ?? []).map(({ uid }) => uid);
  return [metadata.uid ?? '', ...owners].filter((uid) => uid !== '');
}

/** The events of the pod and of its owner, and passes those on that explain the pod. */
export async function gatherEvents(
  context: ApiContext,
  found: (piece: Piece) => Promise<void>,
): Promise<readonly KubernetesEvent[]> {
  const miss = (why: string): Promise<void> => found({ kind: 'missing', path: 'events.txt', why });
  const events = await orMissing(context, () => readEvents(context, uidsOf(context.pod)), miss);
  if (events === undefined) return [];
  const rows = events.map((event) => rowOf(context, event));
  const text =
    rows.length === 0
      ? 'There are no events; a server keeps them for an hour by default.\n'
      : openTable(HEADER).rows(rows);
  const view =
    rows.length === 0 ? ({ kind: 'text' } as const) : ({ kind: 'table', header: HEADER, rows } as const);
  await found(textFile('events.txt', text, view));
  const list = { apiVersion: 'v1', kind: 'List', items: events.map((event) => context.mask.object(event)) };
  await found(textFile('events.yaml', printObject(list, 'yaml'), { kind: 'link' }));
  const { uid } = context.pod.metadata;
  return events.filter(({ involvedObject }) => involvedObject.uid === uid);
}

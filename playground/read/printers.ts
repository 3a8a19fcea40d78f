import { humanDuration } from '../../src/pod/columns/human-duration.ts';
import { podColumns } from '../../src/pod/columns/pod-columns.ts';
import { parseTime } from '../../src/pod/timestamp.ts';
import type { Pod } from '../../src/pod/types.ts';
import type { Namespace, Node, PodEvent } from '../store/objects.ts';
import type { StoredObject } from '../store/stored-object.ts';

interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** `-o wide` alone shows columns above 0. */
  readonly priority: number;
}

type Cell = string | number;

/**
 * Makes table rows of the objects of a resource:
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export interface Printer<T extends StoredObject> {
  readonly columns: readonly ColumnDefinition[];
  readonly cells: (object: T, now: Date) => readonly Cell[];
}

/** A column of text; `-o wide` alone shows it if `priority` is above 0. */
export function column(name: string, description: string, priority = 0): ColumnDefinition {
  return { name, type: 'string', format: name === 'Name' ? 'name' : '', description, priority };
}

export const NAME = column('Name', 'Name of the object.');
export const AGE = column('Age', 'Time since the object was created.');
export const NONE = '<none>';

/** Always the wide row; a client hides columns of it. */
export const POD_PRINTER: Printer<Pod> = {
  columns: [
    NAME,
    column('Ready', 'Containers that are ready, of all that should be.'),
    column('Status', 'What the containers of the pod are doing.'),
    column('Restarts', 'How often containers were restarted, and when last.'),
    AGE,
    column('IP', 'Address of the pod.', 1),
    column('Node', 'Node that the pod runs on.', 1),
    column('Nominated Node', 'Node on which room is being made for the pod.', 1),
    column('Readiness Gates', 'Readiness gates that are met, of all.', 1),
  ],
  cells: (pod, now) => {
    const cells = podColumns(pod, now);
    return [
      cells.name,
      cells.ready,
      cells.status,
      cells.restarts,
      cells.age,
      cells.ip,
      cells.node,
      cells.nominatedNode,
      cells.readinessGates,
    ];
  },
};

/** NAME, STATUS, AGE. */
export const NAMESPACE_PRINTER: Printer<Namespace> = {
  columns: [NAME, column('Status', 'Phase of the namespace.'), AGE],
  cells: ({ metadata, status }, now) => [
    metadata.name ?? '',
    status.phase,
    age(metadata.creationTimestamp, now),
  ],
};

/** The columns of `kubectl get nodes -o wide`. */
export const NODE_PRINTER: Printer<Node> = {
  columns: [
    NAME,
    column('Status', 'Whether the node is ready.'),
    column('Roles', 'Roles of the node.'),
    AGE,
    column('Version', 'Version of the kubelet.'),
    column('Internal-IP', 'Address of the node inside of the cluster.', 1),
    column('External-IP', 'Address of the node for the world.', 1),
    column('OS-Image', 'Operating system.', 1),
    column('Kernel-Version', 'Version of the kernel.', 1),
    column('Container-Runtime', 'Container runtime and its version.', 1),
  ],
  cells: ({ metadata, status }, now) => [
    metadata.name ?? '',
    status.conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True')
      ? 'Ready'
      : 'NotReady',
    NONE,
    age(metadata.creationTimestamp, now),
    status.nodeInfo.kubeletVersion,
    status.addresses.find(({ type }) => type === 'InternalIP')?.address ?? NONE,
    NONE,
    status.nodeInfo.osImage,
    status.nodeInfo.kernelVersion,
    status.nodeInfo.containerRuntimeVersion,
  ],
};

/** The columns of `kubectl get events -o wide`. */
export const EVENT_PRINTER: Printer<PodEvent> = {
  columns: [
    column('Last Seen', 'Time since it happened last.'),
    column('Type', 'Normal or Warning.'),
    column('Reason', 'One word that machines understand.'),
    column('Object', 'What it is about.'),
    column('Subobject', 'The part of the object that it is about.', 1),
    column('Source', 'Who reported it.', 1),
    column('Message', 'What happened.'),
    column('First Seen', 'Time since it happened first.', 1),
    column('Count', 'How often it happened.', 1),
    column('Name', 'Name of the object.', 1),
  ],
  cells: (event, now) => [
    age(event.lastTimestamp, now),
    event.type,
    event.reason,
    `${event.involvedObject.kind.toLowerCase()}/${event.involvedObject.name}`,
    event.involvedObject.fieldPath ?? '',
    [event.source.component, event.source.host].filter(Boolean).join(', '),
    event.message,
    age(event.firstTimestamp, now),
    event.count,
    event.metadata.name ?? '',
  ],
};

/** The time since `since` (RFC 3339) as a column shows it. */
export function age(since: string | undefined, now: Date): string {
  const time = parseTime(since);
  return time === undefined ? '<unknown>' : humanDuration(now.getTime() - time.getTime());
}

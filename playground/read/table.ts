import { badRequest } from '../api/request/status-error.ts';
import type { JsonObject } from '../json.ts';
import { valueAt } from '../json.ts';
import type { StoredObject } from '../store/stored-object.ts';
import type { Printer } from './printers.ts';

/** `includeObject` of the query: the part of the object that each row carries. */
export type IncludedObject = 'None' | 'Metadata' | 'Object';

/** Reads `includeObject`. Throws `StatusError` 400 for an unknown word. */
export function parseIncludedObject(text: string | null): IncludedObject {
  if (text === null || text === '') return 'Metadata';
  if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(text)}: ` +
      `must be 'Metadata', 'Object', 'None', or empty`,
  );
}

interface TableOptions<T extends StoredObject> {
  readonly printer: Printer<T>;
  readonly kind: string;
  readonly apiVersion: string;
  readonly includedObject: IncludedObject;
  readonly now: Date;
  /** False for all but the first event of a watch. */
  readonly withColumns: boolean;
}

/** Objects as a `meta.k8s.io/v1` Table with the list's metadata. */
export function printTable<T extends StoredObject>(
  objects: readonly T[],
  metadata: JsonObject,
  options: TableOptions<T>,
): JsonObject {
  const { printer, now } = options;
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: options.withColumns ? printer.columns : null,
    rows: objects.map((object) => ({
      cells: printer.cells(object, now),
      ...rowConditions(object, options.kind),
      ...rowObject(object, options),
    })),
  };
}

function rowObject<T extends StoredObject>(object: T, options: TableOptions<T>): JsonObject {
  const { includedObject, kind, apiVersion } = options;
  if (includedObject === 'None') return {};
  if (includedObject === 'Object') return { object: { kind, apiVersion, ...object } };
  return {
    object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata },
  };
}

/** Marks finished pods, so that a client may dim their rows. */
function rowConditions(object: StoredObject, kind: string): JsonObject {
  const phase = valueAt(object, 'status.phase');
  if (kind !== 'Pod' || (phase !== 'Succeeded' && phase !== 'Failed')) return {};
  const message = phase === 'Succeeded' ? 'The pod has completed successfully.' : 'The pod failed.';
  return { conditions: [{ type: 'Completed', status: 'True', reason: phase, message }] };
}

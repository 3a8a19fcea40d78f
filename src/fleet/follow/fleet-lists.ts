import { apiPath } from '../../cluster/api-path.ts';
import type { Selection } from '../../cluster/list/list-pages.ts';
import { CONFIG_MAP } from '../../cluster/objects/object-shapes.ts';
import type { Shape } from '../../cluster/objects/normalize-object.ts';
import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import { PART_LABEL, type FleetPart, type FleetRun } from '../fleet-run.ts';

/** A ConfigMap with lines is large, and two pages are in memory at the same time. */
const PAGE = 8;

interface PartList {
  readonly path: string;
  readonly shape: Shape;
  readonly selection: Selection;
  readonly limit: number;
}

/** Where the ConfigMaps with some parts of a run are listed and watched. */
export function partList({ runId, namespace }: FleetRun, parts: readonly FleetPart[]): PartList {
  return {
    path: apiPath('api', 'v1', 'namespaces', namespace, 'configmaps'),
    shape: CONFIG_MAP,
    selection: { labelSelector: `${RUN_LABEL}=${runId},${PART_LABEL} in (${parts.join(',')})` },
    limit: PAGE,
  };
}

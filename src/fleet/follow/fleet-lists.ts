import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import type { Selection } from '../../cluster/list/list-pages.ts';
import { CONFIG_MAP } from '../../cluster/objects/object-shapes.ts';
import type { Shape } from '../../cluster/objects/normalize-object.ts';
import { PART_LABEL, type FleetPart, type FleetRun } from '../fleet-run.ts';
import { configMapsPath, LINES_PAGE } from '../lines/list-lines.ts';

interface PartList {
  readonly path: string;
  readonly shape: Shape;
  readonly selection: Selection;
  readonly limit: number;
}

/** Where the ConfigMaps with some parts of a run are listed and watched. */
export function partList(run: FleetRun, parts: readonly FleetPart[]): PartList {
  return {
    path: configMapsPath(run),
    shape: CONFIG_MAP,
    selection: { labelSelector: `${RUN_LABEL}=${run.runId},${PART_LABEL} in (${parts.join(',')})` },
    limit: LINES_PAGE,
  };
}

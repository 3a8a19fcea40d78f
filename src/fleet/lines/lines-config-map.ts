import { RUN_LABEL } from '../../audit/journal/run-id.ts';
import type { OwnerReference } from '../../pod/types.ts';
import type { ConfigMap } from '../config-map.ts';
import { fleetName, PART_LABEL, WORKER_LABEL, type FleetRun } from '../fleet-run.ts';
import { MOST_PIECES } from './lump.ts';

/** One of the ConfigMaps with the lines of a worker. */
export interface LinesPlace {
  readonly part: 'plan' | 'lines';
  readonly worker: number;
  /** Its number among those of this part and worker, from 0. */
  readonly sequence: number;
}

/** A piece of a lump of lines, and where it belongs. */
export interface LinesPiece extends LinesPlace {
  /** Who has written it; '' for a plan. */
  readonly writer: string;
  /** From 1. The pieces of a lump have consecutive numbers. */
  readonly piece: number;
  readonly pieces: number;
  readonly bytes: Uint8Array;
}

/** The key of the bytes. */
const KEY = 'lines.gz';
/** Keeps the names in the order of the numbers, in which the API server lists them. */
const DIGITS = 6;

/** The name of a ConfigMap with lines. */
export function linesName({ runId }: FleetRun, { part, worker, sequence }: LinesPlace): string {
  return `${fleetName(runId)}-${part}-${worker}-${String(sequence).padStart(DIGITS, '0')}`;
}

/** Makes the ConfigMap of a piece. It never changes, so that no reader has to read it twice. */
export function linesConfigMap(
  run: FleetRun,
  at: LinesPiece,
  owners: readonly OwnerReference[] = [],
): ConfigMap {
  const { part, worker, writer, piece, pieces, bytes } = at;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: linesName(run, at),
      namespace: run.namespace,
      labels: { [RUN_LABEL]: run.runId, [PART_LABEL]: part, [WORKER_LABEL]: String(worker) },
      ...(owners.length > 0 && { ownerReferences: owners }),
    },
    immutable: true,
    data: { piece: `${piece}/${pieces}`, ...(writer !== '' && { writer }) },
    binaryData: { [KEY]: Buffer.from(bytes).toString('base64') },
  };
}

/**
 * Reads what `linesConfigMap` made; undefined for any other ConfigMap, also for one with our labels and a name of its own: only
 * a name can be taken no more than once.
 */
export function readLinesConfigMap(configMap: ConfigMap): LinesPiece | undefined {
  const { metadata, data = {} } = configMap;
  const { labels = {} } = metadata;
  const part = PARTS.find((each) => each === labels[PART_LABEL]);
  const bytes = configMap.binaryData?.[KEY];
  const numbers = readNumbers({ name: metadata.name, worker: labels[WORKER_LABEL], piece: data['piece'] });
  if (part === undefined || bytes === undefined || numbers === undefined) return undefined;
  if (metadata.name !== linesName(runOf(metadata), { part, ...numbers })) return undefined;
  return { part, ...numbers, writer: data['writer'] ?? '', bytes: Buffer.from(bytes, 'base64') };
}

function runOf({ namespace = '', labels = {} }: ConfigMap['metadata']): FleetRun {
  return { runId: labels[RUN_LABEL] ?? '', namespace };
}

const PARTS = ['plan', 'lines'] as const;

type Numbers = Pick<LinesPiece, 'worker' | 'sequence' | 'piece' | 'pieces'>;

type NumberTexts = Readonly<Record<'name' | 'worker' | 'piece', string | undefined>>;

function readNumbers(texts: NumberTexts): Numbers | undefined {
  const [pieceText, piecesText] = (texts.piece ?? '').split('/');
  const worker = wholeNumber(texts.worker);
  const sequence = wholeNumber(texts.name?.split('-').at(-1));
  const piece = wholeNumber(pieceText);
  const pieces = wholeNumber(piecesText);
  const isPiece = !Number.isNaN(worker + sequence) && piece >= 1 && piece <= pieces && pieces <= MOST_PIECES;
  return isPiece ? { worker, sequence, piece, pieces } : undefined;
}

function wholeNumber(text = ''): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : NaN;
}

import { EVIDENCE_NAMES, type EvidenceName, type Found } from '../evidence.ts';

/** The version of the fields below: it changes when one of them changes its meaning or goes away. */
const MANIFEST_VERSION = 1;

/** What a manifest says of the whole snapshot. */
export interface ManifestHead {
  readonly namespace: string;
  readonly pod: string;
  readonly uid: string;
  readonly node: string;
  /** Address of the API server. */
  readonly server: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** The version of this program. */
  readonly version: string;
  /** The debug container in which evidence was read; undefined without one. */
  readonly debugContainer: string | undefined;
  /** Why the user took it: `--reason`. */
  readonly reason?: string;
}

/** A row of the manifest. */
interface ManifestRow {
  readonly evidence: EvidenceName;
  /** The file, or the file that is missing. */
  readonly file: string;
  /** null for a file that is missing. */
  readonly bytes: number | null;
  /** Why the file is not whole; null if it is, or is missing. */
  readonly truncated: string | null;
  readonly durationMs: number;
  /** Why it is missing; null if it is there. */
  readonly reason: string | null;
}

function rowOf({ name, piece, size, durationMs }: Found): ManifestRow {
  const base = { evidence: name, file: piece.path, durationMs: Math.round(durationMs) };
  return piece.kind === 'file'
    ? { ...base, bytes: size, truncated: piece.cut ?? null, reason: null }
    : { ...base, bytes: null, truncated: null, reason: piece.why };
}

/** The order of the page; files of a kind stay in the order in which they came. */
export function inOrder<T extends { readonly name: EvidenceName }>(found: readonly T[]): readonly T[] {
  return found.toSorted(
    (one, other) => EVIDENCE_NAMES.indexOf(one.name) - EVIDENCE_NAMES.indexOf(other.name),
  );
}

/** `manifest.json`: every file of the snapshot, and what is missing with its reason. */
export function manifestText(head: ManifestHead, found: readonly Found[]): string {
  const { startedAt, finishedAt, debugContainer, version, ...subject } = head;
  const manifest = {
    kind: 'kubectl-debug-snapshot',
    version: MANIFEST_VERSION,
    program: ['kubectl-debug', version].join(' '),
    ...subject,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    debugContainer: debugContainer ?? null,
    evidence: inOrder(found).map(rowOf),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

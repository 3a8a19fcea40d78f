/** How a piece of evidence is shown on the page. Its file always has everything. */
export type View =
  /** The beginning of it. */
  | { readonly kind: 'text' }
  /** The end of it: of a log the last lines matter. */
  | { readonly kind: 'tail' }
  | {
      readonly kind: 'table';
      readonly header: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Only a link: nobody reads it in a page. */
  | { readonly kind: 'link' };

/** A file of the snapshot. */
export interface EvidenceFile {
  readonly kind: 'file';
  /** Below the folder of the snapshot; its parts are safe names (see `safePath`). */
  readonly path: string;
  readonly bytes: Buffer;
  readonly view: View;
  /** Why it is not whole, as in `only the last 10 MiB`; absent if it is. */
  readonly cut?: string;
}

/** Something that could not be had. */
export interface MissingEvidence {
  readonly kind: 'missing';
  /** The file that it would be. */
  readonly path: string;
  readonly why: string;
  /** Whether that is how it is with most pods, so that only the manifest and the page tell of it. */
  readonly isUsual?: true;
}

/** One file of a snapshot, or the reason why it is missing. */
export type Piece = EvidenceFile | MissingEvidence;

/** A piece that was taken. Of its bytes and rows it has only those that the page shows. */
export interface Found {
  readonly piece: Piece;
  readonly name: EvidenceName;
  /** The size of the whole file, in bytes. */
  readonly size: number;
  readonly durationMs: number;
}

/** What a kind of evidence needs. */
export type Needs = 'api' | 'debug-container';

/** The kinds of evidence, in the order of the page; docs/snapshot.md says what each one holds. */
export const EVIDENCE = {
  explanation: { title: 'State', needs: 'api' },
  pod: { title: 'Pod', needs: 'api' },
  events: { title: 'Events', needs: 'api' },
  logs: { title: 'Logs', needs: 'api' },
  owners: { title: 'Owners', needs: 'api' },
  node: { title: 'Node', needs: 'api' },
  volumes: { title: 'Volume claims', needs: 'api' },
  services: { title: 'Services', needs: 'api' },
  metrics: { title: 'Usage by the metrics server', needs: 'api' },
  usage: { title: 'Limits and usage of the cgroup', needs: 'debug-container' },
  processes: { title: 'Processes', needs: 'debug-container' },
  'open-files': { title: 'Open files', needs: 'debug-container' },
  sockets: { title: 'Sockets and network', needs: 'debug-container' },
  dns: { title: 'DNS', needs: 'debug-container' },
  settings: { title: 'Settings of the container', needs: 'debug-container' },
  mounts: { title: 'Mounts and disk space', needs: 'debug-container' },
  limits: { title: 'Limits of the process', needs: 'debug-container' },
  load: { title: 'Load of the node', needs: 'debug-container' },
  files: { title: 'Chosen files', needs: 'debug-container' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly needs: Needs }>>;

export type EvidenceName = keyof typeof EVIDENCE;

/** The names in the order of the page. */
export const EVIDENCE_NAMES = Object.keys(EVIDENCE) as readonly EvidenceName[];

/** A piece made of text. */
export function textFile(path: string, text: string, view: View = { kind: 'text' }): EvidenceFile {
  return { kind: 'file', path, bytes: Buffer.from(text), view };
}

/** A part of a path that no name of a container or file can make lead elsewhere. */
export function safePart(text: string): string {
  const safe = text.replace(/[^A-Za-z0-9._-]/gu, '_').replace(/^\.+/, (dots) => '_'.repeat(dots.length));
  return safe === '' ? '_' : safe.slice(0, 100);
}

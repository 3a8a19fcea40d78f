import { printable } from '../output/printable.ts';

/** What a record says of itself in its first line. Texts may come from a cluster. */
export interface RecordFacts {
  readonly version: string;
  /** The command line without flags that may hold a secret, each word quoted for a shell. */
  readonly commandLine: string;
  /** Why the user did this, in the user's words. */
  readonly reason?: string | undefined;
  /** The login name on this machine. */
  readonly localUser: string;
  /** The user as the API server knows them. */
  readonly user?: string | undefined;
  readonly server: string;
  readonly context?: string | undefined;
  readonly namespace?: string | undefined;
  readonly pod?: string | undefined;
  readonly podUid?: string | undefined;
  readonly node?: string | undefined;
  readonly container?: string | undefined;
  readonly image?: string | undefined;
  /** The container whose processes are seen. */
  readonly target?: string | undefined;
  /** What runs in the container, each word quoted for a shell. */
  readonly command?: string | undefined;
  /** Of an audit. */
  readonly run?: string | undefined;
  readonly pods?: number | undefined;
}

/** The facts as they stand in a record: printable, without those that are not known. */
export function printableFacts(facts: RecordFacts): Readonly<Record<string, string | number>> {
  const known: Record<string, string | number> = {};
  for (const [name, value] of Object.entries<unknown>({ ...facts })) {
    if (typeof value === 'number') known[name] = value;
    if (typeof value === 'string' && value !== '') known[name] = printable(value);
  }
  return known;
}

import type { Cluster } from '../../cluster/cluster.ts';
import type { FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';

/** A word to offer. */
export interface Candidate {
  readonly word: string;
  /** Not made printable yet. */
  readonly description?: string;
}

/** What looking up words needs. */
export interface Lookup {
  readonly io: Io;
  readonly flags: FlagValues;
  /** Connects on first use. */
  readonly connect: () => Promise<Cluster>;
  /** The typed part of the word. */
  readonly typed: string;
  /** The arguments in front of it. */
  readonly names: readonly string[];
  readonly signal: AbortSignal;
}

/** Yields words as they are found, so that those of the first pages are offered when the time is up. */
export type Source = (lookup: Lookup) => AsyncGenerator<Candidate, void>;

import { CliError } from '../../errors/cli-error.ts';
import type { BytePath } from '../file-sink.ts';
import type { ScriptEnd } from '../../session/scripts/stream-script.ts';
import { makeAttempts, type AttemptRules } from '../fetch/attempts.ts';
import type { FilesContext } from '../remote/run-files-script.ts';
import { explainStop } from './explain-stop.ts';
import type { SendPlace } from './probe-destination.ts';
import { readHashes } from './read-hashes.ts';
import { runSendScript, type SendAnswer, type SendEnd, type SendScript } from './run-send-script.ts';
import { modeLines, PIECE_BLOCK_BYTES, type StagedEntry } from './send-plan.ts';
import { ABANDON_SCRIPT, COMMIT_SCRIPT, RECEIVE_SCRIPT } from './send-scripts.ts';
import { askRound, hashBlocks, isLarge, sendRound, type SendListener } from './send-stream.ts';

/** A tree on its way into a container. */
export interface TreeToSend {
  readonly place: SendPlace & {
    /** Whether the entries go into the named folder, or beside the name. */
    readonly into: boolean;
    /** A fresh name for the folder in which they are staged. */
    readonly staging: string;
  };
  readonly entries: readonly StagedEntry[];
  readonly rules: Omit<AttemptRules, 'progress'>;
  /** Bytes of files that have been sent, also those of files that are sent again. */
  readonly onProgress: (bytes: number) => void;
}

/** What was sent. */
export interface SentTree {
  readonly files: number;
  readonly bytes: number;
  readonly changed: readonly StagedEntry[];
  readonly unreadable: readonly { readonly entry: StagedEntry; readonly why: string }[];
}

/** What arrives damaged this often will not arrive whole. */
const MOST_DAMAGED = 3;

/**
 * Sends the entries into a staging folder beside their place, compares the sha256 of each file with what was read here, and
 * moves them to their place. After a cut it goes on with what has not arrived. Whatever ends it early removes the staging
 * folder. Throws what prevents the copy, and the signal's reason.
 */
export async function sendTree(
  context: FilesContext,
  tree: TreeToSend,
  signal: AbortSignal,
): Promise<SentTree> {
  const sending = startSending(context, tree);
  try {
    await sendAll(sending, signal);
    await commit(sending, signal);
  } catch (error) {
    await abandon(sending);
    throw error;
  }
  const files = tree.entries.filter(({ kind, name }) => kind === 'file' && !sending.unreadable.has(name));
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    changed: [...sending.changed],
    unreadable: [...sending.unreadable].map(([, each]) => each),
  };
}

interface Sending {
  readonly context: FilesContext;
  readonly tree: TreeToSend;
  /** The sha256 of what was read here, by name. */
  readonly read: Map<BytePath, string>;
  /** Names of files that have arrived whole. */
  readonly arrived: Set<BytePath>;
  readonly changed: Set<StagedEntry>;
  readonly unreadable: Map<BytePath, { readonly entry: StagedEntry; readonly why: string }>;
  known: KnownThere;
}

/** What is known of the staging folder. */
interface KnownThere {
  /** Whole blocks of large files, by name. */
  readonly parts: ReadonlyMap<BytePath, number>;
  readonly bytes: number;
  /** Whether a cut has left it open. */
  readonly isStale: boolean;
}

function startSending(context: FilesContext, tree: TreeToSend): Sending {
  return {
    context,
    tree,
    read: new Map(),
    arrived: new Set(),
    changed: new Set(),
    unreadable: new Map(),
    known: { parts: new Map(), bytes: 0, isStale: false },
  };
}

function run(
  { context, tree: { place } }: Sending,
  { text, input }: Pick<SendScript, 'text' | 'input'>,
  signal: AbortSignal,
): Promise<SendEnd> {
  const args = [place.into ? 'in' : 'beside', place.staging];
  return runSendScript(context, { text, path: place.path, args, ...(input && { input }) }, signal);
}

function missing({ tree, arrived, unreadable }: Sending): readonly StagedEntry[] {
  return tree.entries.filter(
    ({ kind, name }) => kind === 'file' && !arrived.has(name) && !unreadable.has(name),
  );
}

async function sendAll(sending: Sending, signal: AbortSignal): Promise<void> {
  const { tree, context } = sending;
  const rules = { ...tree.rules, progress: () => sending.known.bytes };
  let damaged = 0;
  await makeAttempts(context.io, rules).until(async () => {
    if (sending.known.isStale) {
      const cut = await findParts(sending, signal);
      if (cut !== undefined) return cut;
    }
    const end = await sendOnce(sending, signal);
    switch (end.kind) {
      case 'stopped':
        throw explainStop(`cannot copy to ${tree.place.text}`, end);
      case 'cut':
        sending.known = { ...sending.known, isStale: true };
        return { kind: 'cut', end: end.end };
      case 'done':
        if (missing(sending).length === 0) return { kind: 'done', value: undefined };
        damaged += 1;
        if (damaged >= MOST_DAMAGED) throw damagedError(sending);
        return { kind: 'again' };
    }
  }, signal);
}

async function sendOnce(sending: Sending, signal: AbortSignal): Promise<SendEnd> {
  const { tree, arrived, read, known } = sending;
  const { parts } = known;
  const left = missing(sending);
  const names = new Set(left.map(({ name }) => name));
  const entries = tree.entries.filter(({ kind, name }) => kind !== 'file' || names.has(name));
  const sent: StagedEntry[] = [];
  let bytes = arrivedBytes(sending);
  const listener: SendListener = {
    onHash: (entry, hex) => {
      sent.push(entry);
      read.set(entry.name, hex);
    },
    onBytes: (count) => tree.onProgress((bytes += count)),
    onChanged: (entry) => void sending.changed.add(entry),
    onUnreadable: (entry, why) => void sending.unreadable.set(entry.name, { entry, why }),
  };
  const input = (): AsyncIterable<Buffer> => sendRound({ entries, parts }, listener);
  const end = await run(sending, { text: RECEIVE_SCRIPT, input }, signal);
  const small = sent.filter((entry) => !isLarge(entry)).map(({ name }) => name);
  takeHashes(sending, small, end);
  const hashed = end.lines.filter(({ word }) => word === 'hashed');
  sent.filter(isLarge).forEach(({ name }, index) => {
    if (hashed[index]?.fields[0] === read.get(name)) arrived.add(name);
  });
  return end;
}

/** Marks the files whose sha256 there is the one of what was read here. */
function takeHashes({ read, arrived }: Sending, names: readonly BytePath[], { stdout }: SendAnswer): void {
  for (const [name, hex] of readHashes(names, stdout)) if (read.get(name) === hex) arrived.add(name);
}

/** Asks after a cut which files have arrived, and how many whole blocks of the large ones; returns another cut. */
async function findParts(
  sending: Sending,
  signal: AbortSignal,
): Promise<{ readonly kind: 'cut'; readonly end: ScriptEnd } | undefined> {
  const left = missing(sending);
  const names = left
    .filter((entry) => !isLarge(entry) && sending.read.has(entry.name))
    .map(({ name }) => name);
  const large = left.filter(isLarge);
  const largeNames = large.map(({ name }) => name);
  const input = (): AsyncIterable<Buffer> => askRound(names, largeNames);
  const end = await run(sending, { text: RECEIVE_SCRIPT, input }, signal);
  if (end.kind === 'stopped') throw explainStop(`cannot copy to ${sending.tree.place.text}`, end);
  if (end.kind === 'cut') return { kind: 'cut', end: end.end };
  takeHashes(sending, names, end);
  const parts = await comparedParts(large, end);
  const blocks = [...parts.values()].reduce((sum, count) => sum + count, 0);
  sending.known = { parts, bytes: arrivedBytes(sending) + blocks * PIECE_BLOCK_BYTES, isStale: false };
  return undefined;
}

function arrivedBytes({ tree, arrived }: Sending): number {
  return tree.entries.reduce((sum, { name, size }) => sum + (arrived.has(name) ? size : 0), 0);
}

async function comparedParts(
  large: readonly StagedEntry[],
  { lines }: SendAnswer,
): Promise<ReadonlyMap<BytePath, number>> {
  const said = lines.filter(({ word }) => word === 'part');
  const parts = new Map<BytePath, number>();
  for (const [index, entry] of large.entries()) {
    const [blocks = '0', hex] = said[index]?.fields ?? [];
    const count = Number(blocks);
    if (count > 0 && (await hashBlocks(entry, count)) === hex) parts.set(entry.name, count);
  }
  return parts;
}

function damagedError({ tree, ...sending }: Sending): CliError {
  const left = missing({ tree, ...sending });
  return new CliError(
    'copy-incomplete',
    `cannot copy to ${tree.place.text}: ${left.length} files have another sha256 there than what was read here`,
    { hint: 'a file that changes all the time cannot be compared: copy it again, or a copy of it' },
  );
}

async function commit(sending: Sending, signal: AbortSignal): Promise<void> {
  const { entries, place } = sending.tree;
  const input = (): readonly Buffer[] => [Buffer.from(`${modeLines(entries)}end\n`)];
  const end = await run(sending, { text: COMMIT_SCRIPT, input }, signal);
  if (end.kind === 'stopped') throw explainStop(`cannot copy to ${place.text}`, end);
  if (end.kind === 'cut')
    throw new CliError(
      'connection-lost',
      `the connection broke while the copy to ${place.text} got its name`,
      {
        hint: 'all of it had arrived; to be sure, copy again',
      },
    );
}

/** How long a cluster may take to remove what was staged. */
const ABANDON_WITHIN_MS = 10_000;

/** The call has failed or was interrupted, so a second failure is not told. */
async function abandon(sending: Sending): Promise<void> {
  const over = AbortSignal.timeout(ABANDON_WITHIN_MS);
  await run(sending, { text: ABANDON_SCRIPT }, over).catch(() => undefined);
}

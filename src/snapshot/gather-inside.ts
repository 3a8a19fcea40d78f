import { isApiError } from '../cluster/refusals/api-error.ts';
import { explainApiError } from '../cluster/refusals/explain-api-error.ts';
import { latestPod } from '../cluster/watch/pod-watch.ts';
import { isCliError } from '../errors/cli-error.ts';
import type { ErrorKind } from '../errors/error-kinds.ts';
import type { Connected } from '../join/connected.ts';
import { openKeeper, type OpenKeeper } from '../join/keeper/open-keeper.ts';
import type { DebugRequest } from '../plan/request/debug-request.ts';
import { describePod } from '../pod/pod-ref.ts';
import { makeSecret } from '../pod/containers/envelope.ts';
import type { Pod } from '../pod/types.ts';
import { judgeFirstProcess } from '../session/scripts/see-target.ts';
import { EVIDENCE, EVIDENCE_NAMES, type EvidenceName, type Piece } from './evidence.ts';
import type { TakePiece } from './gather-api.ts';
import { runInside } from './inside/run-inside.ts';
import type { ScriptTask } from './inside/script.ts';
import type { Section } from './inside/sections.ts';
import { chosenPath, readChosenFile, type ChosenFile } from './kinds/chosen-files.ts';
import { readContainers } from './kinds/container-facts.ts';
import { partText, readSection, type InsideContext, type NamedPiece } from './kinds/inside-context.ts';
import { readDns, readLoad, readNetwork } from './kinds/network.ts';
import { readFileCounts, readProcesses } from './kinds/processes.ts';
import type { Masker } from './mask/masker.ts';
import { withWindows } from '../target/objects/find-windows.ts';
import { containersWithIds, planVisits, visitNetwork, type TargetWish, type Visit } from './plan-inside.ts';

/** How to look into a pod. */
export interface InsideWish extends TargetWish {
  /** The debug container; its target is chosen. */
  readonly request: DebugRequest;
  readonly startTimeoutMs: number;
  /** How long a debug container that is added stays, in milliseconds. */
  readonly maxLifeMs: number;
  /** Paths in the target container. */
  readonly files: readonly string[];
  readonly maxFileBytes: number;
}

interface Looking {
  readonly connected: Connected;
  readonly pod: Pod;
  readonly mask: Masker;
  readonly wish: InsideWish;
  readonly services: Promise<readonly string[]>;
  readonly take: TakePiece;
  readonly signal: AbortSignal;
}

/** The evidence that needs a debug container, in the order of the page. */
const NEEDING: readonly EvidenceName[] = EVIDENCE_NAMES.filter(
  (name) => EVIDENCE[name].needs === 'debug-container',
);

/** Notes why there is nothing that needs a debug container. */
export async function missInside(take: TakePiece, files: readonly string[], why: string): Promise<void> {
  for (const name of NEEDING) {
    if (name !== 'files') await take(name, { kind: 'missing', path: name, why }, 0);
    else for (const path of files) await take(name, { kind: 'missing', path: `files${path}`, why }, 0);
  }
}

/**
 * Reads the pod from within, by debug containers that are found or added. What cannot be had becomes a missing piece.
 * Returns the name of the debug container; undefined if none could be had. Throws the signal's reason, what `take` throws,
 * and bugs of ours.
 */
export async function gatherInside(asked: Looking): Promise<string | undefined> {
  const looking = await onItsSystem(asked);
  const { connected, pod, wish, take, signal } = looking;
  let used: string | undefined;
  for (const [index, visit] of planVisits(pod, wish, connected.io.now()).entries()) {
    try {
      used = (await visitSteadily(looking, visit, index === 0)) ?? used;
    } catch (error) {
      signal.throwIfAborted();
      // A mistake of the user's, who can mend it before the pod is gone.
      if (isCliError(error) && error.kind === 'target-not-found') throw error;
      const why = whyNone(error, pod);
      if (index === 0) await missInside(take, wish.files, why);
      else await take('processes', { kind: 'missing', path: `containers/${visit.target ?? ''}`, why }, 0);
    }
  }
  return used;
}

/** The container of the request needs Linux, which is refused where the node says that it is none. */
async function onItsSystem(looking: Looking): Promise<Looking> {
  const { connected, pod, wish, signal } = looking;
  const request = await withWindows(connected.cluster, { pod, request: wish.request }, signal);
  return { ...looking, wish: { ...wish, request } };
}

/** Why there is none, and what helps: the snapshot is written all the same, so this is no error that could have a hint. */
function whyNone(error: unknown, pod: Pod): string {
  const explained = isApiError(error)
    ? explainApiError(error, { action: `add a debug container to ${describePod(pod)}` })
    : error;
  if (!isCliError(explained)) throw explained;
  const { message, hint } = explained;
  return `no debug container: ${message}${hint === undefined ? '' : `; ${hint}`}`;
}

/** For how long we wait for a debug container whose target may be gone already, in milliseconds. */
const RISKY_START_MS = 10_000;

/** Visits a pod whose target restarts again and again; if the target is gone by then, at least its network. */
async function visitSteadily(looking: Looking, visit: Visit, isFirst: boolean): Promise<string | undefined> {
  if (visit.risk === '') return visitOnce(looking, visit, isFirst);
  const { wish, signal } = looking;
  const startTimeoutMs = Math.min(wish.startTimeoutMs, RISKY_START_MS);
  try {
    return await visitOnce({ ...looking, wish: { ...wish, startTimeoutMs } }, visit, isFirst);
  } catch (error) {
    signal.throwIfAborted();
    if (!isCliError(error) || !GONE_TARGET.includes(error.kind)) throw error;
    return visitOnce(looking, visitNetwork(visit.risk), isFirst);
  }
}

/** How it fails to start a debug container whose target has ended. */
const GONE_TARGET: readonly ErrorKind[] = [
  'timeout',
  'not-picked-up',
  'start-failed',
  'target-not-running',
  'target-ended',
];

/**
 * Opens the debug container that `cp` would open too, so that one serves both. Where nobody may read the target's files, one
 * that sees only its processes is better than none.
 */
async function openFor(
  { connected, pod, wish, signal }: Looking,
  target: string | undefined,
): Promise<OpenKeeper> {
  const { startTimeoutMs, maxLifeMs } = wish;
  const open = (request: DebugRequest): Promise<OpenKeeper> =>
    openKeeper(connected, { pod, request, startTimeoutMs, maxLifeMs }, signal);
  if (target === undefined) return open(wish.request);
  try {
    return await open({ ...wish.request, target, rootfs: 'quiet' });
  } catch (error) {
    if (!isCliError(error) || error.kind !== 'rootfs-refused') throw error;
    return open({ ...wish.request, target });
  }
}

async function visitOnce(looking: Looking, visit: Visit, isFirst: boolean): Promise<string | undefined> {
  const keeper = await openFor(looking, visit.target);
  try {
    await look(looking, { visit, keeper, isFirst });
    return keeper.ref.container;
  } finally {
    keeper.close();
  }
}

interface Look {
  readonly visit: Visit;
  readonly keeper: OpenKeeper;
  /** Only the first debug container reads what all containers share, and the chosen files. */
  readonly isFirst: boolean;
}

async function look(looking: Looking, { visit, keeper, isFirst }: Look): Promise<void> {
  const { connected, pod, mask, wish, take } = looking;
  const nonce = `kubectl-debug-${makeSecret(connected.io.random)}`;
  const chosen = isFirst ? chosenFiles(wish, visit) : [];
  const task = {
    nonce,
    containers: visit.containers,
    lookups: isFirst ? await looking.services : undefined,
    files: chosen.map(({ path }) => path),
  };
  const { sections, untaken, why } = await runTask(looking, keeper, { task, chosen });
  const context: InsideContext = {
    mask,
    nonce,
    containers: containersWithIds(latestPod(keeper.watch) ?? pod),
    visited: visit.containers,
    debugContainer: keeper.ref.container,
    isHostPid: pod.spec.hostPID === true,
    sections,
    whyMissing: why ?? 'the debug container does not see it',
  };
  const blind = visit.whyNoProcesses || whyBlind(context, pod, visit);
  for (const { name, piece, durationMs } of readAll(context, { blind, visit, isFirst }))
    await take(name, piece, durationMs);
  await missFiles(looking, { untaken, why: blind || context.whyMissing });
  if (isFirst && chosen.length === 0) await missChosen(looking, blind);
}

/** The files to read, if the container that they are in can be seen. */
function chosenFiles({ files, maxFileBytes }: InsideWish, { containers }: Visit): readonly ChosenFile[] {
  const [first] = containers;
  if (first === undefined) return [];
  return files.map((path) => ({ container: first.name, path, maxBytes: maxFileBytes }));
}

interface Task {
  readonly task: Omit<ScriptTask, 'maxFileBytes'>;
  readonly chosen: readonly ChosenFile[];
}

interface Answer {
  readonly sections: ReadonlyMap<string, Section>;
  /** The files that did not come. */
  readonly untaken: readonly ChosenFile[];
  /** Why sections may be missing; undefined if the script has told all. */
  readonly why: string | undefined;
}

/** Runs the script. A chosen file is passed on at once, so that only one of them is in memory. */
async function runTask(
  { connected, wish, take, signal }: Looking,
  keeper: OpenKeeper,
  { task, chosen }: Task,
): Promise<Answer> {
  const { io, cluster } = connected;
  const sections = new Map<string, Section>();
  const untaken = new Map(chosen.map((file, index) => [`file:${index}`, file]));
  const onSection = async (section: Section): Promise<void> => {
    const file = untaken.get(section.name);
    if (file === undefined) return void sections.set(section.name, section);
    untaken.delete(section.name);
    await take('files', readChosenFile(file, section, ''), section.durationMs);
  };
  const run = {
    io,
    cluster,
    container: keeper.ref,
    task: { ...task, maxFileBytes: wish.maxFileBytes },
    onSection,
  };
  const why = await runInside(run, signal);
  return { sections, untaken: [...untaken.values()], why };
}

async function missFiles(
  { take }: Looking,
  { untaken, why }: { readonly untaken: readonly ChosenFile[]; readonly why: string },
): Promise<void> {
  for (const file of untaken) await take('files', { kind: 'missing', path: chosenPath(file), why }, 0);
}

async function missChosen({ take, wish }: Looking, why: string): Promise<void> {
  for (const path of wish.files) await take('files', { kind: 'missing', path: `files${path}`, why }, 0);
}

/** Why the processes that are seen are not those of the target; empty if they are, or nobody can tell. */
function whyBlind(context: InsideContext, pod: Pod, { target }: Visit): string {
  const first = readSection(context, 'who');
  if (target === undefined || first === undefined || pod.spec.shareProcessNamespace === true) return '';
  const idOf = (name: string): string => context.containers.find((each) => each.name === name)?.id || NO_ID;
  const marks = {
    targetId: idOf(target),
    ownId: idOf(context.debugContainer),
    ownName: context.debugContainer,
  };
  const isOwn = judgeFirstProcess(partText(first, 'first'), marks) === 'own';
  return isOwn ? 'the container runtime ignored the target: only the debug container itself is seen' : '';
}

/** Not in any file. */
const NO_ID = '\0';

interface Scope {
  /** Why no process of the pod is seen; empty if they are. */
  readonly blind: string;
  readonly visit: Visit;
  readonly isFirst: boolean;
}

function readAll(context: InsideContext, { blind, visit, isFirst }: Scope): readonly NamedPiece[] {
  const ofProcesses =
    blind === ''
      ? [...readContainers(context), ...readProcesses(context), ...readFileCounts(context)]
      : NEEDING_PROCESSES.map((name) => ({ name, piece: missing(name, blind), durationMs: 0 }));
  const shared = isFirst ? [...readNetwork(context), ...readDns(context), ...readLoad(context)] : [];
  // The files of a further container must not look like those of the first.
  const ofThis = isFirst
    ? ofProcesses
    : ofProcesses.map((each) => ({ ...each, piece: below(each.piece, visit) }));
  return [...ofThis, ...shared];
}

const NEEDING_PROCESSES = ['usage', 'processes', 'open-files', 'settings', 'mounts', 'limits'] as const;

function missing(path: string, why: string): Piece {
  return { kind: 'missing', path, why };
}

function below(piece: Piece, { target = '' }: Visit): Piece {
  return piece.path.includes('/') ? piece : { ...piece, path: `containers/${target}/${piece.path}` };
}

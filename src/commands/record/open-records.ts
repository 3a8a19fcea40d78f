import { whoAmI } from '../../cluster/api/who-am-i.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { readEffectiveSettings } from '../../cluster/connect/effective-settings.ts';
import { CliError } from '../../errors/cli-error.ts';
import { shellLine, shellText } from '../../errors/shell-word.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { commandOf } from '../../pod/containers/envelope.ts';
import type { ContainerFields, Pod } from '../../pod/types.ts';
import { beginCast } from '../../record/cast-record.ts';
import { createRecordFile } from '../../record/record-file.ts';
import type { RecordFacts } from '../../record/record-facts.ts';
import { COMMANDS_TO, type RecordWish } from '../../record/record-wish.ts';
import type { OpenRecord } from '../../record/recorder.ts';
import { findPromptSecret } from '../../record/statements/prompt-marks.ts';
import { beginStatements } from '../../record/statements/statement-record.ts';
import { withoutMarks } from '../../record/statements/without-marks.ts';
import { VERSION } from '../../version.ts';
import { repeatable } from '../shared/command-hint.ts';
import { readConnectionOptions } from '../shared/connection.ts';

/** A session to record, as it is planned. */
export interface RecordSubject {
  readonly pod: Pod;
  readonly namespace: string;
  readonly container: ContainerFields | undefined;
  readonly target: string | undefined;
  /** Whether the output comes from a terminal. */
  readonly isTerminal: boolean;
  /** What runs by exec in the container. */
  readonly execCommand?: readonly string[] | undefined;
}

/** A call that records. */
export interface Recording {
  readonly io: Io;
  readonly cluster: Cluster;
  readonly input: CommandInput;
  readonly wish: RecordWish;
  readonly reason?: string | undefined;
}

/** What the records of one call have in common. */
export type CallFacts = Pick<
  RecordFacts,
  'version' | 'commandLine' | 'reason' | 'localUser' | 'user' | 'server' | 'context'
>;

/** How long a record waits for the server to say who the user is, in milliseconds. */
const WHO_MS = 3000;

/** Reads the facts of a call; ask early, as it waits for one request. Never rejects. */
export async function readCallFacts(
  { io, cluster, input, reason }: Recording,
  command: string,
  signal: AbortSignal,
): Promise<CallFacts> {
  const who = AbortSignal.any([signal, AbortSignal.timeout(WHO_MS)]);
  const [user, settings] = await Promise.all([
    whoAmI(cluster, who).catch(() => undefined), // a server before 1.28 does not say
    readEffectiveSettings(io, readConnectionOptions(input.flags)).catch(() => undefined),
  ]);
  return {
    version: VERSION,
    commandLine: commandLineOf(input, command),
    reason,
    localUser: io.userName,
    user,
    server: cluster.server,
    context: settings?.context,
  };
}

/** The command line, without flags that may hold a secret. */
function commandLineOf(input: CommandInput, command: string): string {
  const { names, typedFlags, commandAfterDash, typedCommand = commandAfterDash } = input;
  const after = typedCommand === undefined ? [] : ['--', ...typedCommand];
  return shellText(['kubectl-debug', command, ...names, ...repeatable(typedFlags), ...after]);
}

/**
 * Opens the record of each session, before anything is created. Throws `record-failed`, and `usage` if one file is named
 * for several sessions; no file is left then.
 */
export async function openRecords(
  recording: Recording,
  facts: CallFacts,
  subjects: readonly RecordSubject[],
): Promise<readonly OpenRecord[]> {
  const { place } = recording.wish;
  if (place.kind === 'file' && subjects.length > 1)
    throw new CliError('usage', `--record names one file, but there are ${subjects.length} sessions`, {
      hint: 'name a folder, with / at its end: each session gets a file in it',
    });
  const opened: OpenRecord[] = [];
  try {
    for (const subject of subjects) opened.push(await openRecord(recording, facts, subject));
    return opened;
  } catch (error) {
    await discardAll(opened);
    throw error;
  }
}

/** Deletes records of sessions that never began. */
async function discardAll(records: readonly OpenRecord[]): Promise<void> {
  for (const record of records) await record.discard();
}

async function openRecord(
  { io, wish }: Recording,
  facts: CallFacts,
  subject: RecordSubject,
): Promise<OpenRecord> {
  const { pod, namespace, container, target, isTerminal, execCommand } = subject;
  const { name = '', uid } = pod.metadata;
  const all: RecordFacts = {
    ...facts,
    namespace,
    pod: name,
    podUid: uid,
    node: pod.spec.nodeName,
    container: container?.name,
    image: container?.image,
    target,
    command: shellLine(execCommand ?? (container === undefined ? [] : wordsOf(container))),
  };
  const isCommands = tellsCommands(wish, container);
  const words = [timeText(io.now()), namespace, name, container?.name ?? ''];
  const placed = {
    place: wish.place,
    name: words.filter((word) => word !== '').join('-'),
    ...(isCommands ? { ending: '.jsonl', word: COMMANDS_TO } : { ending: '.cast' }),
  };
  const file = await createRecordFile(io, placed);
  if (isCommands) return beginStatements(io, { file, facts: all, container });
  const title = `debug of ${namespace}/${name}`;
  const cast = await beginCast(io, { file, title, facts: all, isTerminal, hasInput: wish.hasInput });
  return withoutMarksOf(container, cast);
}

/** An earlier session may have begun the shell with `--record=commands`. */
function withoutMarksOf(container: ContainerFields | undefined, cast: OpenRecord): OpenRecord {
  const secret = findPromptSecret(container?.env);
  return secret === undefined ? cast : withoutMarks(cast, secret);
}

/** A default that asks for command lines gets all of a session whose shell does not tell them. */
function tellsCommands({ content, isTyped }: RecordWish, container: ContainerFields | undefined): boolean {
  return content === 'commands' && (isTyped || findPromptSecret(container?.env) !== undefined);
}

function wordsOf(container: ContainerFields): readonly string[] {
  return [...commandOf(container), ...(container.args ?? [])];
}

/** In UTC, so that names sort by time. */
export function timeText(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

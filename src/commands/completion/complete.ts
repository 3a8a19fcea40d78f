import type { Cluster } from '../../cluster/cluster.ts';
import { connect } from '../../cluster/connect/connect.ts';
import { loadConfig } from '../../config/load-config.ts';
import { loadKuberc } from '../../kuberc/load-kuberc.ts';
import type { Command, NamedSummary } from '../command.ts';
import { isCliError } from '../../errors/cli-error.ts';
import { UNPRINTABLE } from '../../errors/unprintable.ts';
import { FLAG_TEXT } from '../../flags/flag-text.ts';
import type { Flag, FlagTexts, FlagValues } from '../../flags/flag.ts';
import { flagValuesOf } from '../../flags/flag-values.ts';
import { wordsOfFlag, wordsOfNames, type Words } from '../../flags/flag-words.ts';
import { findWanted, type Wanted } from '../../flags/find-wanted.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../../flags/tables/global-flags.ts';
import { findCommand } from '../../flags/parse-command-line.ts';
import { scanArgv } from '../../flags/scan-argv.ts';
import type { Io } from '../../io.ts';
import type { Candidate, Lookup } from './completion-source.ts';
import { SOURCES } from './completion-words.ts';
import { COMMANDS } from '../command-table.ts';
import { HELP_WORDS } from '../help/choose-help.ts';
import { listTopics } from '../help/topics.ts';
import { findProgramWord, PROGRAM_WORDS } from '../program-words.ts';
import { readConnectionOptions } from '../shared/connection.ts';

/** The words to offer, and whether the shell should offer files instead. */
export interface Completion {
  readonly candidates: readonly Candidate[];
  readonly wantsFiles: boolean;
}

const NOTHING: Completion = { candidates: [], wantsFiles: false };

/** After this time completion offers what it has found. A near cluster answers in a tenth of it. */
const DEADLINE_MS = 1000;

/** The names of a server or a kubeconfig that are offered, also as `:PORT`: never a flag, and always one word of a shell. */
const NAME = /^:?[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:@%+=,/-]*$/u;
const UNSEEN = new RegExp(`[${UNPRINTABLE}]`, 'u');

function isName(word: string): boolean {
  return NAME.test(word) && !UNSEEN.test(word);
}

/** An unfinished command line. */
interface Line {
  readonly command: Command;
  readonly isNamed: boolean;
  readonly wanted: Wanted;
  readonly flags: readonly Flag[];
  readonly values: FlagValues;
  readonly texts: FlagTexts;
  readonly names: readonly string[];
}

/** Completes the last of `words`, the words after the name of the program. Offers nothing if the cluster has no answer. */
export async function complete(
  io: Io,
  { commands, words }: { readonly commands: readonly Command[]; readonly words: readonly string[] },
): Promise<Completion> {
  const preferred = await readPreferredLine(io, commands, words).catch(asNothing);
  if (preferred === undefined) return NOTHING;
  const { aliases, io: allowed } = preferred;
  const line = await withConfig(allowed, commands, preferred.line);
  const { wanted, command, flags } = line;
  switch (wanted.kind) {
    case 'nothing':
      return NOTHING;
    case 'flag-name':
      return startingWith(
        wanted.typed,
        flags.filter(({ hasNoEffect }) => hasNoEffect !== true).map(asCandidate),
      );
    case 'value':
      return withPrefix(
        wanted.prefix,
        await lookUp(allowed, line, wordsOfFlag(command.name, wanted.flag.name)),
      );
    case 'name': {
      const words = await wordsBefore(line, [...commands, ...aliases]);
      if (words.areAll) return startingWith(wanted.typed, words.candidates);
      const { candidates } = await lookUp(allowed, line, wordsOfNames(command.name));
      const found = startingWith(wanted.typed, [...words.candidates, ...candidates]);
      const isFile = command.name === 'cp' && found.candidates.length === 0 && !wanted.typed.includes(':');
      return isFile ? { ...NOTHING, wantsFiles: true } : found;
    }
  }
}

/** The words that can be typed in place of a name, and whether only these can. */
async function wordsBefore(
  { isNamed, names: [first, ...others] }: Line,
  commands: readonly NamedSummary[],
): Promise<{ readonly candidates: readonly Candidate[]; readonly areAll: boolean }> {
  if (isNamed) return { candidates: [], areAll: false };
  if (first === undefined)
    return { candidates: [...commands, ...PROGRAM_WORDS].map(asFirstWord), areAll: false };
  const word = findProgramWord(first);
  const takesTopic = word?.name === 'help' && others.length === 0;
  const topics = takesTopic ? [...commands.map(asFirstWord), ...(await topicWords())] : [];
  return { candidates: topics, areAll: word !== undefined };
}

/** What `help` shows besides commands. Where a document has the name of a command, the command is offered. */
async function topicWords(): Promise<readonly Candidate[]> {
  const { DOCUMENTS } = await import('../help/documents.ts');
  const pages = listTopics(DOCUMENTS).map(({ name, about }) => ({ word: name, description: about }));
  const isCommand = (name: string): boolean => COMMANDS.some((command) => command.name === name);
  const words = HELP_WORDS.map(({ name, about }) => ({ word: name, description: about }));
  const isTaken = (name: string): boolean => isCommand(name) || words.some(({ word }) => word === name);
  return [...words, ...pages.filter(({ word }) => !isTaken(word))];
}

/** The line with the values of the config; without them if that is unusable, which the finished call reports. */
async function withConfig(io: Io, commands: readonly Command[], line: Line): Promise<Line> {
  const { command, flags, values, texts, names } = line;
  const input = { flags: values, texts, names, typedFlags: [], commandAfterDash: undefined };
  try {
    const configured = await loadConfig(io, { command, commands, flags, input, isUnfinished: true });
    return { ...line, values: configured.flags };
  } catch (error) {
    if (!isCliError(error)) throw error;
    return line;
  }
}

/** Completes nothing if the kuberc is unusable, as its policy is then unknown. The finished call reports the error. */
function asNothing(error: unknown): undefined {
  if (!isCliError(error)) throw error;
}

/** The command line with the kuberc applied, and the Io with its policy. */
interface Preferred {
  readonly line: Line;
  readonly aliases: readonly NamedSummary[];
  readonly io: Io;
}

async function readPreferredLine(
  io: Io,
  commands: readonly Command[],
  words: readonly string[],
): Promise<Preferred> {
  const [fallback] = commands;
  if (fallback === undefined) throw new Error('there is no command');
  const argv = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  const globalFlags = GLOBAL_FLAGS;
  const flags = [...commands.flatMap((command) => command.flags), ...globalFlags, ...PROGRAM_FLAGS];
  const typed = { argv, commands, fallback, globalFlags, isUnfinished: true };
  const applied = await loadKuberc(io, typed, flags);
  if (applied !== undefined)
    return { ...applied, line: readLine({ ...applied, argv: applied.expand() }, last) };
  const found = findCommand(commands, flags, argv);
  const isNamed = found.command !== undefined;
  const line = readLine({ command: found.command ?? fallback, isNamed, argv: found.argv }, last);
  return { line, aliases: [], io };
}

function readLine(
  {
    command,
    isNamed,
    argv,
  }: { readonly command: Command; readonly isNamed: boolean; readonly argv: readonly string[] },
  last: string,
): Line {
  const flags = [...command.flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];
  const parts = [...scanArgv(flags, argv)];
  const texts = new Map<string, readonly string[]>();
  for (const part of parts)
    if (part.kind === 'flag' && canBeRead(part.flag, part.text))
      texts.set(part.flag.name, [...(texts.get(part.flag.name) ?? []), part.text]);
  return {
    command,
    isNamed,
    wanted: findWanted(flags, [...argv, last]),
    flags,
    values: flagValuesOf(flags, texts),
    texts,
    names: [
      ...parts.flatMap((part) => (part.kind === 'name' ? [part.text] : [])),
      ...(texts.get('pod') ?? []),
    ],
  };
}

/** Whether a text is valid; a mistake earlier on the line is reported by the finished call. */
function canBeRead({ kind }: Flag, text: string): boolean {
  try {
    FLAG_TEXT[kind](text);
    return true;
  } catch {
    return false;
  }
}

const asCandidate = ({ name, description }: Flag): Candidate => ({ word: `--${name}`, description });
const asFirstWord = ({ name, summary }: NamedSummary): Candidate => ({ word: name, description: summary });

function startingWith(typed: string, candidates: readonly Candidate[]): Completion {
  return { ...NOTHING, candidates: candidates.filter(({ word }) => word.startsWith(typed)) };
}

function withPrefix(prefix: string, { candidates, wantsFiles }: Completion): Completion {
  return {
    wantsFiles,
    candidates: candidates.map(({ word, ...rest }) => ({ ...rest, word: prefix + word })),
  };
}

async function lookUp(io: Io, { wanted, values, names }: Line, words: Words): Promise<Completion> {
  const typed = 'typed' in wanted ? wanted.typed : '';
  if (words === 'files') return { candidates: [], wantsFiles: true };
  if (typeof words !== 'string')
    return startingWith(
      typed,
      words.map((word) => ({ word })),
    );
  const signal = AbortSignal.timeout(DEADLINE_MS);
  let cluster: Promise<Cluster> | undefined;
  const lookup: Lookup = {
    io,
    flags: values,
    connect: () => (cluster ??= connect(io, readConnectionOptions(values))),
    typed,
    names,
    signal,
  };
  const found: Candidate[] = [];
  try {
    for await (const candidate of SOURCES[words](lookup)) found.push(candidate);
  } catch {
    // There is no connection, no right or no time: print nothing while the user types.
  } finally {
    void cluster?.then(
      ({ close }) => close(),
      () => undefined,
    );
  }
  return startingWith(
    typed,
    found.filter(({ word }) => isName(word)),
  );
}

import { CliError } from '../../errors/cli-error.ts';
import { suggestWord } from '../../errors/suggest.ts';
import type { Command } from '../command.ts';
import { COMMANDS } from '../command-table.ts';
import { findProgramWord, PROGRAM_WORDS } from '../program-words.ts';
import type { Documents } from './documents.ts';
import type { HelpCall } from './help-call.ts';

/** What to show. */
export type HelpChoice =
  | { readonly kind: 'first' | 'options' | 'topics' }
  /** All flags of this command, or of the command of the call. */
  | { readonly kind: 'all'; readonly command?: Command }
  | { readonly kind: 'page' | 'command-and-page'; readonly page: string };

type Asked = Pick<HelpCall, 'command' | 'isNamed' | 'wish' | 'topics' | 'isWord'>;

/** Words behind `help` that are no commands, and go before documents. */
export const HELP_WORDS: readonly { readonly name: string; readonly about: string }[] = [
  { name: 'flags', about: 'all flags of all commands' },
  { name: 'options', about: 'the flags of every command, such as --context' },
  { name: 'topics', about: 'the names of all documents' },
];

/** Chooses what to show. Throws `usage` for a topic that does not exist. */
export function chooseHelp(asked: Asked, documents: Documents): HelpChoice {
  const { wish, isNamed, topics, command } = asked;
  if (wish !== 'first') {
    refuseMore(nameOf(asked), topics);
    return { kind: wish };
  }
  if (isNamed) return chooseForCommand(asked, documents);
  const [topic, ...more] = topics;
  if (topic === undefined) return { kind: 'first' };
  if (topic === 'flags') return chooseFlags(more);
  refuseMore(topic, more);
  if (topic === 'options' || topic === 'topics') return { kind: topic };
  if (findProgramWord(topic) !== undefined || topic === command.name) return { kind: 'first' };
  const page = topic.replace(/\.md$/, '');
  if (Object.hasOwn(documents, page)) return { kind: 'page', page };
  throw unknownTopic(topic, documents);
}

/** What a call with a value of `--help` has asked for already. */
function nameOf({ isNamed, command, wish }: Asked): string {
  return isNamed ? command.name : `--help=${wish}`;
}

/** `help COMMAND` also shows the document of the command. The flag, as in kubectl, shows one screen. */
function chooseForCommand({ command, topics, isWord }: Asked, documents: Documents): HelpChoice {
  const isAll = topics[0] === 'flags';
  refuseMore(command.name, isAll ? topics.slice(1) : topics);
  if (isAll) return { kind: 'all' };
  return isWord && Object.hasOwn(documents, command.name)
    ? { kind: 'command-and-page', page: command.name }
    : { kind: 'first' };
}

/** All flags of the program, or of a command. */
function chooseFlags([name, ...more]: readonly string[]): HelpChoice {
  if (name === undefined) return { kind: 'all' };
  refuseMore(name, more);
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return { kind: 'all', command };
  throw new CliError('usage', `there is no command "${name}"`, { hint: 'all commands: kubectl-debug help' });
}

function refuseMore(topic: string, [more]: readonly string[]): void {
  if (more === undefined) return;
  throw new CliError('usage', `help shows one topic at a time: "${topic}" or "${more}"`, {
    hint: 'all topics: kubectl-debug help topics',
  });
}

function unknownTopic(topic: string, documents: Documents): CliError {
  const words = [...COMMANDS, ...PROGRAM_WORDS].map(({ name }) => name);
  const near = suggestWord(topic, [
    ...words,
    ...HELP_WORDS.map(({ name }) => name),
    ...Object.keys(documents),
  ]);
  return new CliError('usage', `there is no command or topic "${topic}"`, {
    hint:
      near === undefined
        ? 'all commands: kubectl-debug help; all topics: kubectl-debug help topics'
        : `did you mean kubectl-debug help ${near}?`,
  });
}

import path from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { shellWord } from '../errors/shell-word.ts';
import { suggestWord } from '../errors/suggest.ts';

/** Where a record goes. Paths are absolute. */
export type RecordPlace =
  /** A new file in our own folder of records. */
  | { readonly kind: 'own-folder' }
  /** A new file in this folder. */
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string };

/** What `--record` asks for. */
export interface RecordWish {
  /** `commands`: only the lines that a shell was given. */
  readonly content: 'all' | 'commands';
  readonly place: RecordPlace;
  /** `--record-input`: also what is typed. */
  readonly hasInput: boolean;
  /** Whether this call asks for it, and not a default of the user: then what cannot be done is refused. */
  readonly isTyped: boolean;
}

/** Words in place of a file; a config file or a variable may also say `true`, in any case of letters. */
const WORDS: Readonly<Record<string, Pick<RecordWish, 'content'> | undefined>> = {
  auto: { content: 'all' },
  true: { content: 'all' },
  commands: { content: 'commands' },
  none: undefined,
  false: undefined,
};
/** Before a place that gets the command lines alone. */
export const COMMANDS_TO = 'commands:';
/** What YAML 1.1 and other programs take for a switch: nobody means a file. */
const SWITCHES = ['yes', 'no', 'on', 'off', '1', '0', 'y', 'n'];

/** The texts of the flags. */
export interface RecordTexts {
  /** Of `--record`; undefined without it. */
  readonly record: string | undefined;
  readonly hasInput: boolean;
  readonly isTyped: boolean;
  readonly workingDirectory: string;
}

/** Parses `--record` and `--record-input`; undefined if nothing is recorded. Throws `usage`. */
export function parseRecordWish(texts: RecordTexts): RecordWish | undefined {
  const { record, workingDirectory, hasInput, isTyped } = texts;
  if (record === undefined) return undefined;
  if (record === '' || record === COMMANDS_TO)
    throw new CliError('usage', '--record needs a file, or a folder that ends in /', {
      hint: '--record alone makes a new file in a folder of its own; --record=none records nothing',
    });
  const known = /^(?:true|false)$/i.test(record) ? record.toLowerCase() : record;
  if (Object.hasOwn(WORDS, known)) {
    const word = WORDS[known];
    return word && checkInput({ ...word, place: { kind: 'own-folder' }, hasInput, isTyped });
  }
  refuseLikelyWord(record);
  const isCommands = record.startsWith(COMMANDS_TO);
  const text = isCommands ? record.slice(COMMANDS_TO.length) : record;
  const place: RecordPlace = {
    kind: /[/\\]$/.test(text) ? 'folder' : 'file',
    path: path.resolve(workingDirectory, text),
  };
  return checkInput({ content: isCommands ? 'commands' : 'all', place, hasInput, isTyped });
}

/** A switch or a mistyped word would become a file of that name, found by nobody. A file has a slash or a dot. */
function refuseLikelyWord(record: string): void {
  if (/[/\\.:]/.test(record)) return;
  const lower = record.toLowerCase();
  const asFile = `a file of that name is ${shellWord(`--record=./${record}`)}`;
  if (SWITCHES.includes(lower))
    throw new CliError('usage', `--record takes a file, a folder or a word, but "${record}" is a switch`, {
      hint: `--record or --record=true records, --record=none does not; ${asFile}`,
    });
  const near = suggestWord(lower, ['commands', 'none', 'auto', 'true', 'false']);
  if (near === undefined) return;
  throw new CliError('usage', `--record takes a file, a folder or a word, but "${record}" is none of these`, {
    hint: `did you mean --record=${near}? ${asFile}`,
  });
}

function checkInput(wish: RecordWish): RecordWish {
  if (wish.hasInput && wish.content === 'commands')
    throw new CliError(
      'usage',
      '--record=commands has the command lines alone, but --record-input all keys',
      {
        hint: 'leave out --record-input, or use --record without "commands"',
      },
    );
  return wish;
}

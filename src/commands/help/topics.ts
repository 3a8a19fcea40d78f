import { renderMarkdown } from '../../output/markdown/render-markdown.ts';
import { COMMANDS } from '../command-table.ts';
import { TOPICS } from './topic-table.ts';
import { PROGRAM_WORDS } from '../program-words.ts';
import { layOutTerms } from './columns.ts';
import type { Documents } from './documents.ts';
import type { HelpContext } from './render-help.ts';

function titleOf(page: string): string {
  return /^# +(.*)$/m.exec(page)?.[1]?.replaceAll('`', '') ?? '';
}

/** The names of all documents, and what each one is about. */
export function listTopics(
  documents: Documents,
): readonly { readonly name: string; readonly about: string }[] {
  const known = Object.keys(TOPICS).filter((name) => Object.hasOwn(documents, name));
  const others = Object.keys(documents).filter((name) => !known.includes(name));
  return [...known, ...others].map((name) => ({
    name,
    about: TOPICS[name] ?? titleOf(documents[name] ?? ''),
  }));
}

/** The list of all documents. */
export function renderTopics(documents: Documents, { programName, width, styles }: HelpContext): string {
  const rows = listTopics(documents).map(({ name, about }) => ({ term: name, text: about }));
  const lines = [
    styles.strong(`Documents, for ${programName} help TOPIC:`),
    ...layOutTerms(rows, width),
    '',
    `${programName} help COMMAND shows the help of a command, and then its document.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** How a link of a document is written: one to another document is the call that shows it. */
function linkText(documents: Documents, programName: string): (text: string, address: string) => string {
  return (text, address) => {
    if (address.startsWith('#')) return text;
    const [path = ''] = address.split('#');
    const name = path.replace(/\.md$/, '');
    if (Object.hasOwn(documents, name)) {
      const call = `${programName} help ${name}`;
      return text === path || text === name ? call : `${text} (${call})`;
    }
    return text === address ? address : `${text} (${address})`;
  };
}

const WORDS = [...COMMANDS, ...PROGRAM_WORDS].map(({ name }) => name).join('|');

/**
 * A call of this program in a document: its name before a flag, a word of ours, what names a target, or an alias with a
 * target. In the log of a container, for one, other words follow the name.
 */
const CALL = new RegExp(
  [
    String.raw`(?<![\w./-])(?:kubectl-debug|kubectl dbg)(?= (?:[-["'\u2026]|(?:POD|TARGET|COMMAND)\b`,
    String.raw`[a-z]\S*[\d/]|[a-z]+ (?:pods|[a-z]+-\d)`,
    `(?:${WORDS})\\b))`,
  ].join('|'),
  'g',
);

/** One document as text for a terminal. */
export function renderTopic(name: string, documents: Documents, context: HelpContext): string {
  const { programName, width, styles } = context;
  const page = (documents[name] ?? '').replaceAll(CALL, programName);
  const others = COMMANDS.some((command) => command.name === name)
    ? `All flags: ${programName} ${name} --help=all. `
    : '';
  const text = renderMarkdown(page, {
    width,
    styles,
    link: linkText(documents, programName),
  });
  return `${text}\n${others}All documents: ${programName} help topics\n`;
}

import { EXIT } from '../../errors/exit-codes.ts';
import type { Io } from '../../io.ts';
import { makeStyles } from '../../output/say/styles.ts';
import { COMMANDS } from '../command-table.ts';
import { PROGRAM_WORDS } from '../program-words.ts';
import { chooseHelp, type HelpChoice } from './choose-help.ts';
import type { Documents } from './documents.ts';
import type { HelpCall } from './help-call.ts';
import { showPages } from './pager.ts';
import {
  renderFirstHelp,
  renderFullHelp,
  renderOptions,
  type HelpContext,
  type HelpSubject,
} from './render-help.ts';
import { renderTopic, renderTopics } from './topics.ts';

const DEFAULT_COLUMNS = 80;

/** The documents are large, and most calls show none. */
async function loadDocuments({ isWord, isNamed, topics }: HelpCall): Promise<Documents> {
  if (!isWord || (!isNamed && topics.length === 0)) return {};
  return (await import('./documents.ts')).DOCUMENTS;
}

/** Shows the help that a call asks for, in the pager if it is longer than the terminal. Returns the exit code. Throws `usage`. */
export async function showHelp(io: Io, call: HelpCall): Promise<number> {
  const { programName, command, isNamed, aliases } = call;
  const documents = await loadDocuments(call);
  const choice = chooseHelp(call, documents);
  const context: HelpContext = {
    programName,
    width: io.terminal.size()?.columns ?? DEFAULT_COLUMNS,
    styles: makeStyles(io, 'stdout'),
  };
  const words = isNamed ? undefined : [...COMMANDS, ...PROGRAM_WORDS, ...aliases];
  const text = render(choice, { subject: { command, words }, documents, context });
  if (choice.kind === 'first' && fitsTerminal(io, text)) io.stdout.write(text);
  else await showPages(io, text);
  return EXIT.ok;
}

/** Whether a text, which is as wide as the terminal, is no longer than it, with the next prompt. */
function fitsTerminal({ terminal }: Io, text: string): boolean {
  const rows = terminal.size()?.rows ?? Infinity;
  return text.trimEnd().split('\n').length < rows;
}

interface Rendering {
  readonly subject: HelpSubject;
  readonly documents: Documents;
  readonly context: HelpContext;
}

function render(choice: HelpChoice, { subject, documents, context }: Rendering): string {
  switch (choice.kind) {
    case 'first':
      return renderFirstHelp(subject, context);
    case 'all':
      return renderFullHelp(
        choice.command === undefined ? subject : { command: choice.command, words: undefined },
        context,
      );
    case 'options':
      return renderOptions(context);
    case 'topics':
      return renderTopics(documents, context);
    case 'page':
      return renderTopic(choice.page, documents, context);
    case 'command-and-page':
      return `${renderFirstHelp(subject, context)}\n\n${renderTopic(choice.page, documents, context)}`;
  }
}

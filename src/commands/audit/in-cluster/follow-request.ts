import { isRunId } from '../../../audit/journal/run-id.ts';
import { CliError } from '../../../errors/cli-error.ts';
import type { CommandInput } from '../../../flags/flag.ts';
import { COMMANDS } from '../../command-table.ts';

/** What `--follow` asks for. */
export interface FollowRequest {
  /** undefined if the user has to choose one. */
  readonly runId: string | undefined;
  /** `-A`: runs of all namespaces. */
  readonly isAllNamespaces: boolean;
  readonly isQuiet: boolean;
  readonly isStrict: boolean;
}

/** The flags that a run that is followed still takes: those for results, and those that choose its namespace. */
const TAKEN: readonly string[] = [
  'follow',
  'all-namespaces',
  'namespace',
  'quiet',
  'strict',
  'output',
  'prefix',
  'group-by',
  'mask',
  'expect',
  'expect-exit',
  'output-dir',
  'report',
  'record',
];

/** Reads the line of `audit --follow[=RUN]`. Throws `usage`. */
export function readFollowRequest({
  flags,
  texts,
  names,
  commandAfterDash = [],
}: CommandInput): FollowRequest {
  const text = flags.string('follow') ?? '';
  const [first = ''] = names;
  // `--follow` may stand alone, so in `--follow RUN` the parser takes the id for a name.
  const isSeparate = text === '' && first !== '';
  const runId = parseRunId(isSeparate ? first : text);
  const rest = isSeparate ? names.slice(1) : names;
  const what = firstOther(texts) ?? rest[0] ?? commandAfterDash[0];
  if (what !== undefined)
    throw new CliError('usage', `--follow shows an audit that runs already, and takes no ${what}`, {
      hint: 'kubectl-debug audit --follow=RUN',
    });
  return {
    runId,
    isAllNamespaces: flags.boolean('all-namespaces'),
    isQuiet: flags.boolean('quiet'),
    isStrict: flags.boolean('strict'),
  };
}

/** A typed flag that is for new audits. */
function firstOther(texts: CommandInput['texts']): string | undefined {
  const own = COMMANDS.find(({ name }) => name === 'audit')?.flags ?? [];
  const isOther = (name: string): boolean => !TAKEN.includes(name) && own.some((flag) => flag.name === name);
  const other = [...texts.keys()].find(isOther);
  return other === undefined ? undefined : `--${other}`;
}

function parseRunId(text: string): string | undefined {
  // As the Job is called, which `kubectl get jobs` shows.
  const id = text.replace(/^(?:jobs?\/|job\.batch\/)?audit-/, '');
  if (text === '' || isRunId(id)) return text === '' ? undefined : id;
  throw new CliError('usage', `"${text}" is not the id of an audit`, {
    hint: 'kubectl-debug audit --follow lists them',
  });
}

import type { Flag, FlagTexts } from '../../flags/flag.ts';
import { isOn } from './is-on.ts';
import type { Defaults } from './layers.ts';

/** A typed flag, with a value if only that one counts, and the defaults that it makes pointless. */
interface Yield {
  readonly typed: string;
  readonly value?: string;
  readonly drops: readonly string[];
}

/** Without `record`: a default asks only for records of what has any, which a session and an audit with `-o` have. */
const OF_SESSION = ['rm', 'stdin', 'tty', 'run-timeout'];
const OF_TABLE = ['output', 'no-headers', 'label-columns', 'show-labels', 'show-kind', 'sort-by'];

/** A default yields to what is typed, where both together would be refused. */
const YIELDS: readonly Yield[] = [
  { typed: 'detach', drops: [...OF_SESSION, 'wait', 'attach'] },
  { typed: 'wait', drops: [...OF_SESSION, 'detach', 'attach'] },
  { typed: 'attach', value: 'false', drops: OF_SESSION },
  { typed: 'attach', drops: ['detach', 'wait'] },
  { typed: 'dry-run', drops: [...OF_SESSION, 'wait', 'detach'] },
  { typed: 'output', drops: [...OF_SESSION, 'wait'] },
  { typed: 'show-kubectl', drops: [...OF_SESSION, 'wait', 'detach', 'output'] },
  { typed: 'stdin', drops: ['detach', 'wait', 'output', 'via'] },
  { typed: 'via', value: 'log', drops: ['stdin', 'tty'] },
  { typed: 'via', drops: ['envelope'] },
  { typed: 'copy-to', drops: ['target', 'rootfs', 'via', 'reuse'] },
  { typed: 'all-containers', drops: ['target'] },
  { typed: 'contexts', drops: ['in-cluster'] },
  { typed: 'namespace', drops: ['all-namespaces'] },
  { typed: 'collect', drops: ['arguments-only', 'envelope', 'expect', 'expect-exit', 'max-output'] },
  { typed: 'no-container', drops: ['target', 'image', 'profile', 'run-as-user', 'cap-add', 'cap-drop'] },
  ...['explain', 'containers', 'resources', 'ephemeral-containers', 'debugged'].map((typed) => ({
    typed,
    drops: OF_TABLE,
  })),
];

/** The defaults without those that what is typed makes pointless; what a company locks stays. */
export function withoutYielding(
  { defaults, locked }: { readonly defaults: Defaults; readonly locked: ReadonlyMap<string, unknown> },
  typed: FlagTexts,
  flags: readonly Flag[],
): Defaults {
  const yields = YIELDS.filter((each) => applies(each, typed, flags));
  const dropped = new Set(yields.flatMap(({ drops }) => drops));
  return new Map([...defaults].filter(([name]) => locked.has(name) || !dropped.has(name)));
}

/** A flag that is typed as false counts as not typed, unless its row asks for that. */
function applies({ typed: name, value }: Yield, typed: FlagTexts, flags: readonly Flag[]): boolean {
  const flag = flags.find((known) => known.name === name);
  const texts = typed.get(name);
  if (flag === undefined || texts === undefined) return false;
  if (value === undefined || value === 'false') return isOn(flag, texts) === (value === undefined);
  return texts.at(-1) === value;
}

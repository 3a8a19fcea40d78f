import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import { parseCustomColumns, parseCustomColumnsFile } from '../../output/jsonpath/custom-columns.ts';
import { parseJsonPath } from '../../output/jsonpath/json-path-grammar.ts';
import type { PodsOutput } from '../../output/print/pod-printer.ts';
import type { PodViewName } from '../../output/table/pod-table.ts';
import type { ObjectFormat } from '../../output/print/print-object.ts';
import { readFlagFile } from '../shared/request/read-flag-file.ts';

/** The value of `-o`, split into its parts. */
interface OutputValue {
  readonly io: Io;
  readonly flags: FlagValues;
  /** Before the `=`. */
  readonly word: string;
  /** After the `=`; empty without one. */
  readonly argument: string;
}

/** The flags that ask for other rows than one for each pod. */
const VIEW_FLAGS = [
  'containers',
  'resources',
  'ephemeral-containers',
] as const satisfies readonly PodViewName[];

function readView(flags: FlagValues): PodViewName {
  const named = VIEW_FLAGS.find((name) => flags.boolean(name));
  return named ?? (flags.boolean('debugged') ? 'debugged' : 'status');
}

function checkView(flags: FlagValues, word: string, { kind }: PodsOutput): void {
  const [view, other] = VIEW_FLAGS.filter((name) => flags.boolean(name));
  if (view === undefined) return;
  if (other !== undefined) throw new CliError('usage', `--${view} and --${other} cannot be used together`);
  if (kind === 'table') return;
  throw new CliError('usage', `--${view} prints a table, not ${word}`, {
    hint: `leave out -o, or use -o wide; for the values themselves use -o json without --${view}`,
  });
}

/** Flags for other output than sentences. */
const BESIDE_EXPLAIN = [
  'output',
  'watch',
  'watch-only',
  'no-headers',
  'label-columns',
  'show-labels',
  'show-kind',
  ...VIEW_FLAGS,
];

function readExplanation(flags: FlagValues): PodsOutput {
  const other = BESIDE_EXPLAIN.find((name) => flags.isGiven(name));
  if (other === undefined) return { kind: 'explanation' };
  throw new CliError('usage', `--explain answers in sentences, so --${other} cannot be used with it`, {
    hint: `leave out --explain or --${other}`,
  });
}

type Reader = (value: OutputValue) => PodsOutput | Promise<PodsOutput>;

const table =
  (isWide: boolean): Reader =>
  ({ flags }) => ({
    kind: 'table',
    view: readView(flags),
    isWide,
    showsEnded: !flags.boolean('debugged') || flags.boolean('all'),
    hasHeaders: !flags.boolean('no-headers'),
    showsKind: flags.boolean('show-kind'),
    labelColumns: flags.strings('label-columns'),
    showsLabels: flags.boolean('show-labels'),
  });

const objects =
  (format: ObjectFormat): Reader =>
  ({ flags }) => ({ kind: 'objects', format, showsManagedFields: flags.boolean('show-managed-fields') });

function readTemplate({ argument }: OutputValue): string {
  if (argument === '') throw new CliError('usage', 'template format specified but no template given');
  return argument;
}

async function readFileOf(value: OutputValue): Promise<string> {
  return readFlagFile(value.io, { flag: `-o ${value.word}`, file: readTemplate(value) });
}

const jsonPath =
  (isJson: boolean, read: (value: OutputValue) => string | Promise<string>): Reader =>
  async (value) => ({
    kind: 'json-path',
    path: parseJsonPath(await read(value)),
    isJson,
    isStrict: !value.flags.boolean('allow-missing-template-keys'),
  });

const customColumns: Reader = ({ argument, flags }) => {
  if (argument === '')
    throw new CliError('usage', 'custom-columns format specified but no custom columns given');
  return {
    kind: 'custom-columns',
    columns: parseCustomColumns(argument),
    hasHeaders: !flags.boolean('no-headers'),
  };
};

const customColumnsFile: Reader = async (value) => ({
  kind: 'custom-columns',
  columns: parseCustomColumnsFile(await readFileOf(value)),
  hasHeaders: !value.flags.boolean('no-headers'),
});

const WITHOUT_ARGUMENT: Readonly<Record<string, Reader>> = {
  '': table(false),
  wide: table(true),
  json: objects('json'),
  yaml: objects('yaml'),
  name: objects('name'),
};
const WITH_ARGUMENT: Readonly<Record<string, Reader>> = {
  jsonpath: jsonPath(false, readTemplate),
  'jsonpath-as-json': jsonPath(true, readTemplate),
  'jsonpath-file': jsonPath(false, readFileOf),
  'custom-columns': customColumns,
  'custom-columns-file': customColumnsFile,
};

/** As in kubectl, only these may be written in upper case. */
const IN_ANY_CASE = ['json', 'yaml', 'name'];
/** Formats of kubectl that this program does not have. */
const REFUSED = ['go-template', 'go-template-file', 'template', 'templatefile', 'kyaml'];

function findReader(text: string, word: string): Reader {
  const readers = text === word ? { ...WITHOUT_ARGUMENT, ...WITH_ARGUMENT } : WITH_ARGUMENT;
  const reader = Object.hasOwn(readers, word) ? readers[word] : undefined;
  if (reader !== undefined) return reader;
  if (REFUSED.includes(word)) {
    const hint = 'use -o jsonpath=…, -o custom-columns=…, or kubectl get pods';
    throw new CliError('usage', `the output format "${word}" is not supported`, { hint });
  }
  const known = Object.keys({ ...WITHOUT_ARGUMENT, ...WITH_ARGUMENT }).filter((each) => each !== '');
  throw new CliError('usage', `unknown output format "${text}"`, { hint: `formats: ${known.join(', ')}` });
}

/** Reads `-o`, the flags that go with it, and the file that it names. Throws `usage`. */
export async function readPodsOutput(io: Io, flags: FlagValues): Promise<PodsOutput> {
  if (flags.boolean('explain')) return readExplanation(flags);
  const typed = flags.string('output') ?? '';
  const text = IN_ANY_CASE.includes(typed.toLowerCase()) ? typed.toLowerCase() : typed;
  const [word = ''] = text.split('=', 1);
  const output = await findReader(text, word)({ io, flags, word, argument: text.slice(word.length + 1) });
  if (flags.boolean('show-labels') && output.kind !== 'table')
    throw new CliError('usage', `--show-labels option cannot be used with ${word} printer`);
  checkView(flags, word, output);
  return output;
}

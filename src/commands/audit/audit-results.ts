import path from 'node:path';
import type { CollectSettings } from '../../audit/rows/audit-settings.ts';
import { parseExpected, type Expectation } from '../../audit/results/fold/expectation.ts';
import { GROUP_BY, type GroupBy } from '../../audit/results/fold/fold-group.ts';
import { parseMask } from '../../audit/results/fold/mask.ts';
import { parseConfigMapRef } from '../../audit/results/report/report-target.ts';
import type { ResultsFormat, ResultsOptions } from '../../audit/results/results-options.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { FlagValues } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';

const FORMATS = ['json', 'jsonl', 'junit'] as const;

function readGroupBy(flags: FlagValues): GroupBy | undefined {
  if (!flags.isSet('group-by')) return undefined;
  const text = flags.string('group-by');
  const groupBy = GROUP_BY.find((each) => each === text);
  if (groupBy !== undefined) return groupBy;
  throw new CliError('usage', `audit cannot group by "${text ?? ''}"`, {
    hint: `use ${GROUP_BY.map((each) => `--group-by=${each}`).join(', ')}`,
  });
}

/** --group-by and --mask shape only the folded results and the report. */
function refuseFoldFlags(flags: FlagValues, other: string): void {
  if (flags.isSet('report')) return;
  const given = ['group-by', 'mask'].find((name) => flags.isGiven(name));
  if (given === undefined) return;
  throw new CliError('usage', `--${given} folds equal outputs, and ${other} shows each of them`, {
    hint: `leave out --${given} or ${other}`,
  });
}

function readFormat(flags: FlagValues): ResultsFormat {
  const text = flags.string('output');
  const groupBy = readGroupBy(flags);
  if (text === undefined && !flags.boolean('prefix')) return { kind: 'fold', groupBy };
  if (text === undefined) {
    refuseFoldFlags(flags, '--prefix');
    return { kind: 'prefix' };
  }
  if (flags.boolean('prefix')) throw new CliError('usage', '--prefix and --output cannot go together');
  const kind = FORMATS.find((each) => each === text);
  if (kind === undefined)
    throw new CliError('usage', `unknown output format "${text}"`, {
      hint: `formats: ${FORMATS.join(', ')}`,
    });
  refuseFoldFlags(flags, `-o ${kind}`);
  return { kind };
}

const MAX_EXIT_CODE = 255;

function readExpectation(flags: FlagValues): Expectation {
  const exitCode = flags.integer('expect-exit') ?? 0;
  if (exitCode < 0 || exitCode > MAX_EXIT_CODE)
    throw new CliError('usage', `no command exits with ${exitCode}`, { hint: 'use --expect-exit=0 to 255' });
  const text = flags.string('expect');
  return { exitCode, output: text === undefined ? undefined : parseExpected(text) };
}

function readPath(io: Io, flags: FlagValues, name: string): string | undefined {
  const text = flags.string(name);
  if (text === undefined) return undefined;
  if (text !== '') return path.resolve(io.workingDirectory, text);
  throw new CliError('usage', `--${name} needs a path`);
}

function readReport(io: Io, flags: FlagValues): ResultsOptions['report'] {
  const groupBy = readGroupBy(flags);
  const map = parseConfigMapRef(flags.string('report') ?? '');
  if (map !== undefined) return { kind: 'configmap', map, groupBy };
  const file = readPath(io, flags, 'report');
  if (file === undefined) return undefined;
  return { kind: /\.(md|markdown)$/i.test(file) ? 'markdown' : 'file', file, groupBy };
}

/** The results as the flags ask for them. */
export type ResultsFlags = Omit<ResultsOptions, 'hasAllContainers' | 'isQuiet' | 'cluster'>;

/**
 * The results of `--collect`, whose files are written as they come. Throws `usage` if an audit that is resumed is to write
 * to another folder.
 */
export function withCollected(options: ResultsOptions, { folder }: CollectSettings): ResultsOptions {
  const { outputFolder = folder, ...others } = options;
  if (outputFolder === folder) return { ...others, outputFolder: undefined, collectFolder: folder };
  throw new CliError('usage', `the audit collects files in ${folder}, not in ${outputFolder}`, {
    hint: 'leave out --output-dir',
  });
}

/** Reads the flags for the results of an audit. Throws `usage`. */
export function readResultsFlags(io: Io, flags: FlagValues): ResultsFlags {
  return {
    format: readFormat(flags),
    masks: flags.strings('mask').map(parseMask),
    expectation: readExpectation(flags),
    outputFolder: readPath(io, flags, 'output-dir'),
    report: readReport(io, flags),
  };
}

import { isRunId } from '../../audit/journal/run-id.ts';
import type { AuditSettings, FailureBudget, Shard, TargetRule } from '../../audit/rows/audit-settings.ts';
import type { ChoiceRules } from '../../audit/schedule/choose-items.ts';
import type { Selection } from '../../cluster/list/list-pages.ts';
import { CliError } from '../../errors/cli-error.ts';
import { shellText } from '../../errors/shell-word.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import { IN_CLUSTER_FLAGS } from '../../flags/tables/fleet/in-cluster-flags.ts';
import type { Io } from '../../io.ts';
import { checkEphemeralRequest } from '../../plan/request/check-request.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { isLabelName, requireContainerName } from '../../pod/object-names.ts';
import { LISTED, parseTargetOrNamespace, type TargetRef } from '../../target/names/parse-target.ts';
import { refuseContradictions } from './audit-contradictions.ts';
import { readInCluster, type InClusterRequest } from './in-cluster/in-cluster-request.ts';
import { readCollect, readMaxOutput } from './read-collect.ts';
import { readContainerRequest } from '../shared/request/container-request.ts';
import { repeatable } from '../shared/command-hint.ts';
import { imageOf } from '../shared/debug-defaults.ts';
import { readPositiveDuration } from '../shared/session-options.ts';

/** How the user chose the pods of a new audit. */
export interface AuditSelection {
  readonly targets: readonly TargetRef[];
  /** Whether stdin names more pods (`-`). */
  readonly readsStdin: boolean;
  readonly selection: Selection;
  /** Whether no names are given, so that pods are listed. */
  readonly lists: boolean;
  readonly isAllNamespaces: boolean;
  /** The namespaces of `-n`; empty for the namespace of the context. */
  readonly namespaces: readonly string[];
  readonly rules: Omit<ChoiceRules, 'runId'>;
}

/** What the user asks `audit` to do. */
export type AuditRequest = CommonFlags & (NewAudit | ResumedAudit);

interface CommonFlags {
  readonly isQuiet: boolean;
  readonly isStrict: boolean;
  readonly isConfirmed: boolean;
}

/** A new audit. */
export interface NewAudit {
  readonly kind: 'new';
  readonly settings: AuditSettings;
  readonly from: AuditSelection;
  /** undefined if it runs here. */
  readonly inCluster: InClusterRequest | undefined;
}

/** `--resume`. */
export interface ResumedAudit {
  readonly kind: 'resume';
  /** undefined if the user has to choose one. */
  readonly runId: string | undefined;
  readonly rerunsUnknown: boolean;
}

/** Reads the command line of `audit` and the file of `--custom`. Throws `usage` or `image-invalid`. */
export async function readAuditRequest(io: Io, input: CommandInput): Promise<AuditRequest> {
  const { flags } = input;
  const common = {
    isQuiet: flags.boolean('quiet'),
    isStrict: flags.boolean('strict'),
    isConfirmed: flags.boolean('yes'),
  };
  if (flags.isGiven('resume')) return { ...common, kind: 'resume', ...readResume(input) };
  if (flags.boolean('rerun-unknown'))
    throw new CliError('usage', '--rerun-unknown is for an interrupted audit: add --resume=RUN');
  refuseContradictions(flags);
  const inCluster = readInCluster(input);
  const settings = await readSettings(io, input);
  return { ...common, kind: 'new', settings, from: readFrom(input, settings.shard), inCluster };
}

function readResume({ flags, names, commandAfterDash = [] }: CommandInput): Omit<ResumedAudit, 'kind'> {
  const text = flags.string('resume') ?? '';
  const [first = ''] = names;
  // `--resume` may stand alone, so in `--resume RUN` the parser takes the id for a name.
  const isSeparate = text === '' && first !== '';
  const runId = parseRunId(isSeparate ? first : text);
  const rest = isSeparate ? names.slice(1) : names;
  const other = ONLY_FOR_NEW_AUDITS.find((name) => flags.isGiven(name));
  const what = other === undefined ? [...rest, ...commandAfterDash][0] : `--${other}`;
  if (what !== undefined)
    throw new CliError('usage', `--resume uses the pods and the command of its run, not ${what}`, {
      hint: 'kubectl-debug audit --resume=RUN',
    });
  return { runId, rerunsUnknown: flags.boolean('rerun-unknown') };
}

function parseRunId(text: string): string | undefined {
  if (text === '' || isRunId(text)) return text === '' ? undefined : text;
  throw new CliError('usage', `"${text}" is not the id of an audit`, {
    hint: 'kubectl-debug audit --resume lists them',
  });
}

/** A resumed audit uses its own values of these flags. */
const ONLY_FOR_NEW_AUDITS: readonly string[] = [
  'selector',
  'field-selector',
  'all-namespaces',
  'exclude',
  'node',
  'one-per-owner',
  'one-per-node',
  'all-containers',
  'shard',
  'image',
  'target',
  'envelope',
  'concurrency',
  'max-per-node',
  'timeout',
  'canary',
  'max-failures',
  'collect',
  'max-output',
  'max-total',
  'reuse',
  'copy',
  'reason',
  ...IN_CLUSTER_FLAGS.map(({ name }) => name),
  'contexts',
];

async function readSettings(io: Io, input: CommandInput): Promise<AuditSettings> {
  const { flags } = input;
  const collect = readCollect(io, input);
  return {
    request: await readRequest(io, input),
    concurrency: readCount(flags, { name: 'concurrency', least: 1 }),
    maxPerNode: readCount(flags, { name: 'max-per-node', least: 1 }),
    // Starting containers is the work for a node. A user who gives a number wants to limit the commands as well.
    perNode: flags.isSet('max-per-node') ? 'running' : 'starting',
    timeoutMs: readPositiveDuration(flags, { name: 'timeout', example: '5m' }) ?? 0,
    canary: readCount(flags, { name: 'canary', least: 0 }),
    maxFailures: parseFailureBudget(flags.string('max-failures') ?? ''),
    maxOutput: readMaxOutput(flags),
    reuses: flags.boolean('reuse'),
    copies: flags.boolean('copy'),
    allContainers: flags.boolean('all-containers'),
    shard: parseShard(flags.string('shard') ?? ''),
    ...(collect && { collect }),
  };
}

async function readRequest(io: Io, input: CommandInput): Promise<DebugRequest> {
  const { flags } = input;
  const common = await readContainerRequest(io, input);
  const collects = flags.strings('collect').length > 0;
  if (!collects) requireCommand(input);
  const hasEnvelope = !collects && !common.argumentsOnly && flags.boolean('envelope');
  const request: DebugRequest = {
    ...common,
    image: imageOf(flags),
    stdin: false,
    tty: false,
    attach: true,
    waits: true,
    // Only with the rights for the root of the target can its files be read.
    ...((flags.boolean('rootfs') || collects) && { rootfs: 'quiet' }),
    ...(hasEnvelope && { envelope: { kind: 'at-once' } }),
  };
  checkEphemeralRequest(request);
  return request;
}

function requireCommand({ flags, names, typedFlags, commandAfterDash = [] }: CommandInput): void {
  if (commandAfterDash.length > 0 || flags.boolean('arguments-only')) return;
  const typed = [...repeatable(typedFlags), ...names];
  throw new CliError('usage', 'no command is given to run in each pod', {
    hint: `${shellText(['kubectl-debug', 'audit', ...(typed.length === 0 ? ['POD'] : typed), '--'])} COMMAND`,
  });
}

function readFrom({ flags, names }: CommandInput, shard: Shard | undefined): AuditSelection {
  const selection = readSelection(flags);
  const isAllNamespaces = flags.boolean('all-namespaces');
  const namespaces = parseNamespaces(flags.string('namespace') ?? '');
  const targets = names.filter((name) => name !== LISTED).map(parseTargetOrNamespace);
  const isSelecting = isAllNamespaces || Object.keys(selection).length > 0;
  if (names.length > 0 && isSelecting)
    throw new CliError('usage', 'pods are chosen by name or by a selector, not by both', {
      hint: 'leave out the names, or -l, --field-selector and -A',
    });
  if (names.length > 0 && namespaces.length > 1)
    throw new CliError('usage', 'the named pods are in one namespace, but -n has several', {
      hint: 'name them as NAMESPACE/POD, without -n',
    });
  return {
    targets,
    readsStdin: names.includes(LISTED),
    selection,
    lists: names.length === 0,
    isAllNamespaces,
    namespaces,
    rules: readRules(flags, shard),
  };
}

function readSelection(flags: FlagValues): Selection {
  const labelSelector = flags.string('selector') ?? '';
  const fieldSelector = flags.string('field-selector') ?? '';
  return { ...(labelSelector !== '' && { labelSelector }), ...(fieldSelector !== '' && { fieldSelector }) };
}

function parseNamespaces(text: string): readonly string[] {
  if (text === '') return [];
  const names = text.split(',');
  const wrong = names.find((name) => !isLabelName(name));
  if (wrong === undefined) return [...new Set(names)];
  const why = wrong === '' ? 'names an empty namespace' : `names "${wrong}", which cannot be a namespace`;
  throw new CliError('usage', `-n "${text}" ${why}`, { hint: 'use names, for example -n shop,billing' });
}

function readRules(flags: FlagValues, shard: Shard | undefined): AuditSelection['rules'] {
  const allContainers = flags.boolean('all-containers');
  return {
    excludes: flags.strings('exclude'),
    nodes: flags.strings('node'),
    onePer: readOnePer(flags),
    shard,
    target: parseTargetRule(flags.string('target') ?? ''),
    allContainers,
    isImageGiven: flags.isGiven('image'),
    copies: flags.boolean('copy'),
  };
}

function readOnePer(flags: FlagValues): ChoiceRules['onePer'] {
  if (flags.boolean('one-per-owner')) return 'owner';
  return flags.boolean('one-per-node') ? 'node' : undefined;
}

function parseTargetRule(text: string): TargetRule {
  if (text === '') return { kind: 'none' };
  requireContainerName(text, 'name of a target');
  return text === 'auto' ? { kind: 'auto' } : { kind: 'named', name: text };
}

function readCount(
  flags: FlagValues,
  { name, least }: { readonly name: string; readonly least: number },
): number {
  const count = flags.integer(name) ?? 0;
  if (count >= least) return count;
  throw new CliError('usage', `--${name} cannot be ${count}: it has to be at least ${least}`);
}

function parseFailureBudget(text: string): FailureBudget {
  const [, digits, sign] = /^(\d+)(%?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (digits !== undefined && sign === '') return { kind: 'count', count: number };
  if (digits !== undefined && number <= 100) return { kind: 'percent', percent: number };
  throw new CliError('usage', `--max-failures cannot be "${text}"`, {
    hint: 'use a number of pods, or a share such as 5%',
  });
}

function parseShard(text: string): Shard | undefined {
  if (text === '') return undefined;
  const [, first, second] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(first), count: Number(second) };
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new CliError('usage', `--shard "${text}" is not one of several parts`, {
    hint: 'use --shard=1/4 to --shard=4/4 for four parts',
  });
}

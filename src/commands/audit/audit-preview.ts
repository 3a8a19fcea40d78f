import { workWords, type AuditSettings } from '../../audit/rows/audit-settings.ts';
import { costOfAudit, sumCosts } from '../../audit/cost/audit-cost.ts';
import { costTexts } from '../../audit/cost/cost-text.ts';
import { sizesOfRun } from '../../audit/cost/run-sizes.ts';
import { CliError } from '../../errors/cli-error.ts';
import { fleetName, type FleetRun } from '../../fleet/fleet-run.ts';
import { costOfFleet, fleetCostText } from '../../fleet/cost/fleet-cost.ts';
import { shellLine } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { confirm } from '../../output/ask/confirm.ts';
import { makeNotes } from '../../output/say/notes.ts';
import type { AuditPods } from './audit-pods.ts';

/** A context as the preview shows it. */
export interface PreviewedContext {
  readonly name: string;
  readonly found: AuditPods | string;
}

interface Preview {
  readonly io: Io;
  readonly settings: AuditSettings;
  readonly pods: AuditPods;
  /** With `--contexts`: the pods of each, or why it has none. */
  readonly contexts?: readonly PreviewedContext[];
  /** `--yes`. */
  readonly isConfirmed: boolean;
  /** Whether the user typed the name of every pod. */
  readonly areNamed: boolean;
  /** Of `--in-cluster`; undefined if this machine runs the audit. */
  readonly fleet?: { readonly run: FleetRun; readonly workers: number } | undefined;
}

/**
 * Shows how many pods get a debug container, and asks whether to begin. Asks on the terminal itself, because stdin may
 * list the pods. Returns the answer. Throws `usage` if an answer is needed and there is no terminal.
 */
export async function previewAudit(preview: Preview, signal: AbortSignal): Promise<boolean> {
  const { io, isConfirmed, areNamed } = preview;
  if (isConfirmed) {
    sayWarnings(preview);
    return true;
  }
  const terminal = io.terminal.hasErrors ? io.openTerminal() : undefined;
  try {
    if (terminal === undefined && areNamed) {
      sayWarnings(preview);
      return true;
    }
    if (terminal === undefined)
      throw new CliError(
        'usage',
        `cannot ask whether to audit ${describeCount(preview)}: there is no terminal`,
        {
          hint: 'add --yes, or name the pods',
        },
      );
    // Shown even with -q: the question needs it.
    for (const line of describe(preview)) makeNotes(io, { quiet: false }).note(line);
    sayWarnings(preview);
    return await confirm({ ...io, stdin: terminal.input }, 'Begin?', signal);
  } finally {
    terminal?.close();
  }
}

function describe(preview: Preview): readonly string[] {
  const { settings, pods, contexts = [] } = preview;
  const { request, reuses } = settings;
  const stays = `a debug container in each (${pods.items.length}); it ends ${settings.collect === undefined ? 'with its command' : 'with the transfer'}, and stays listed until the pod is deleted`;
  return [
    describeCount({ pods, contexts }),
    ...describeContexts(contexts),
    `  ${settings.collect === undefined ? 'command' : 'files  '}  ${shellLine(workWords(settings))}`,
    `  image    ${request.image ?? ''}`,
    `  leaves   ${stays}${reuses || settings.collect !== undefined ? '; none in pods with a kept one that fits' : ''}`,
    ...describeCost(preview),
    ...(pods.skipped.length > 0 ? [`  skipped  ${pods.skipped.length}: ${describeSkipped(pods)}`] : []),
    ...(pods.finished > 0 ? [`  left out ${pods.finished} that have finished or are being deleted`] : []),
  ];
}

function describeContexts(contexts: readonly PreviewedContext[]): readonly string[] {
  const width = Math.max(0, ...contexts.map(({ name }) => name.length));
  return contexts.map(({ name, found }) => {
    const text = typeof found === 'string' ? found : describeCount({ pods: found });
    return `  ${name.padEnd(width)}  ${text}`;
  });
}

function describeCost({ io, settings, pods, contexts = [], fleet }: Preview): readonly string[] {
  const ofContexts = contexts.flatMap(({ found }) => (typeof found === 'string' ? [] : [found]));
  const cost = sumCosts(
    (contexts.length === 0 ? [pods] : ofContexts).map(({ items, known }) =>
      costOfAudit(items, settings, sizesOfRun({ items, settings, known, now: io.now() })),
    ),
  );
  const [first, ...others] = costTexts(cost);
  return [
    ...(first === undefined ? [] : [`  costs    ${first}`]),
    ...others.map((text) => `           ${text}`),
    ...(fleet === undefined
      ? []
      : [
          `  creates  job ${fleet.run.namespace}/${fleetName(fleet.run.runId)} with what its workers need; all of it goes when the results are here`,
          `  workers  ${fleetCostText(costOfFleet(cost, fleet.workers))}`,
        ]),
  ];
}

function describeCount({
  pods: { items },
  contexts = [],
}: Pick<Preview, 'pods'> & Partial<Pick<Preview, 'contexts'>>): string {
  const pods = new Set(items.map(({ uid }) => uid)).size;
  const namespaces = new Set(items.map(({ pod }) => pod.namespace)).size;
  const nodes = new Set(items.map(({ node }) => node)).size;
  const runs = items.length === pods ? '' : ` (${items.length} containers)`;
  return `${count(pods, 'pod')}${runs} in ${count(namespaces, 'namespace')} on ${count(nodes, 'node')}${contexts.length === 0 ? '' : ` of ${count(contexts.length, 'context')}`}`;
}

function describeSkipped({ skipped }: AuditPods): string {
  const reasons = new Set(skipped.map(({ reason }) => reason?.message ?? ''));
  return [...reasons].join('; ');
}

function sayWarnings({ io, pods }: Preview): void {
  if (pods.crowded > 0)
    makeNotes(io, { quiet: false }).warn(
      `${pods.crowded} of these pods ${pods.crowded === 1 ? 'has' : 'have'} had 10 or more debug containers; the entries stay listed until the pod is deleted`,
    );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

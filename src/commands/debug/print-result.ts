import type { Io } from '../../io.ts';
import { printable } from '../../output/printable.ts';
import { openList, printObject, type ObjectFormat } from '../../output/print/print-object.ts';
import type { DebugPlan } from '../../plan/debug-plan.ts';
import type { Pod } from '../../pod/types.ts';
import type { DryRun, ResultMode } from '../shared/result-mode.ts';

/** What was, or would be, created or changed for one target. */
export interface Result {
  readonly plan: DebugPlan;
  readonly pod: Pod;
}

/** Prints the results of a call, one after the other. */
export interface ResultPrinter {
  readonly print: (result: Result) => void;
  /** Completes the document, even if a later target has failed. */
  readonly end: () => void;
}

const SILENT: ResultPrinter = { print: () => undefined, end: () => undefined };

/**
 * Opens the printer of results. `-o yaml` prints a document for each target, `-o json` one document, for several targets a v1
 * List like `kubectl get`, `-o name` and a dry run without a format one line each. Without a session the name is printed of
 * what was started; with a session nothing is printed here.
 */
export function openResults(io: Io, result: ResultMode, targetCount: number): ResultPrinter {
  const write = (text: string): void => void io.stdout.write(text);
  if (result.kind === 'start') return { ...SILENT, print: (done) => write(nameOf(done)) };
  if (result.kind !== 'print') return SILENT;
  const { format, dryRun } = result;
  if (format === undefined) return { ...SILENT, print: (done) => write(describeResult(done, dryRun)) };
  return format === 'json' && targetCount > 1 ? printList(write) : printDocuments(write, format);
}

/** The name of the debug container, or of the pod that was created. */
function nameOf({ plan, pod }: Result): string {
  return `${printable(plan.kind === 'ephemeral' ? plan.container.name : (pod.metadata.name ?? ''))}\n`;
}

function describeResult({ plan, pod }: Result, dryRun: DryRun | undefined): string {
  const verb = plan.kind === 'ephemeral' ? 'patched' : 'created';
  const where = dryRun === 'server' ? 'server dry run' : 'dry run';
  return `pod/${printable(pod.metadata.name ?? '')} ${verb} (${where})\n`;
}

function printList(write: (text: string) => void): ResultPrinter {
  const { items, end } = openList('json');
  let isOpen = false;
  return {
    print: ({ pod }) => {
      write(items([withKind(pod)]));
      isOpen = true;
    },
    end: () => {
      if (isOpen) write(end());
    },
  };
}

function printDocuments(write: (text: string) => void, format: ObjectFormat): ResultPrinter {
  let separator = '';
  return {
    ...SILENT,
    print: ({ pod }) => {
      write(separator + printObject(withKind(pod), format));
      separator = format === 'yaml' ? '---\n' : '';
    },
  };
}

/** Adds the fields that the API server leaves out of its answer. */
function withKind(pod: Pod): Pod {
  return { ...pod, apiVersion: 'v1', kind: 'Pod' };
}

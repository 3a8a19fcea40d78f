import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import { planEphemeralContainer } from '../../plan/container/ephemeral-container.ts';
import { planNodePod } from '../../plan/node-pod.ts';
import type { Pod } from '../../pod/types.ts';
import { openResults } from './print-result.ts';
import type { ResultMode } from '../shared/result-mode.ts';

const POD = aPod();
const EPHEMERAL = planEphemeralContainer(POD, aDebugRequest(), () => 0);
const NODE = planNodePod({ node: 'n1', namespace: 'shop' }, aDebugRequest(), () => 0);

type PrintMode = Extract<ResultMode, { kind: 'print' }>;

function print(result: Omit<PrintMode, 'kind'>, plan: typeof EPHEMERAL | typeof NODE): string {
  const { io, stdoutText } = anIo();
  openResults(io, { kind: 'print', ...result }, 1).print({
    plan,
    pod: plan.kind === 'node' ? plan.pod : POD,
  });
  return stdoutText();
}

describe('openResults', () => {
  it.each([
    {
      label: 'a container that would be added',
      dryRun: 'client' as const,
      plan: EPHEMERAL,
      line: `pod/${POD.metadata.name ?? ''} patched (dry run)\n`,
    },
    {
      label: 'a pod that the server would create',
      dryRun: 'server' as const,
      plan: NODE,
      line: 'pod/node-debugger-n1-bbbbb created (server dry run)\n',
    },
  ])('says in one line what became of $label', ({ dryRun, plan, line }) => {
    expect(print({ dryRun, format: undefined }, plan)).toBe(line);
  });

  it('prints a pod as a document that says what it is', () => {
    const printed: unknown = JSON.parse(print({ dryRun: 'client', format: 'json' }, NODE));
    expect(printed).toEqual({ ...NODE.pod, apiVersion: 'v1', kind: 'Pod' });
    expect(print({ dryRun: undefined, format: 'yaml' }, NODE)).toMatch(/^apiVersion: v1\nkind: Pod\n/);
  });

  it('prints the name alone', () => {
    expect(print({ dryRun: undefined, format: 'name' }, NODE)).toBe('pod/node-debugger-n1-bbbbb\n');
  });

  describe('for several targets', () => {
    const printAll = (format: PrintMode['format'], count: number): string => {
      const { io, stdoutText } = anIo();
      const printer = openResults(io, { kind: 'print', dryRun: 'client', format }, 2);
      [NODE, { ...NODE, pod: aPod({ name: 'two' }) }]
        .slice(0, count)
        .forEach((plan) => printer.print({ plan, pod: plan.pod }));
      printer.end();
      return stdoutText();
    };
    const names = [NODE.pod.metadata.name, 'two'];
    const namesOf = (pods: readonly Pod[]) => pods.map(({ metadata }) => metadata.name);

    it('prints documents of YAML with separators between them', () => {
      const documents = parseAllDocuments(printAll('yaml', 2));
      expect(namesOf(documents.map((document) => document.toJS() as Pod))).toEqual(names);
    });

    it.each([2, 1])('prints one List of JSON when %i of them came to be', (count) => {
      const list = JSON.parse(printAll('json', count)) as { readonly kind: string; readonly items: Pod[] };
      expect(list).toMatchObject({ apiVersion: 'v1', kind: 'List' });
      expect(namesOf(list.items)).toEqual(names.slice(0, count));
    });

    it('prints a name a line', () => {
      expect(printAll('name', 2)).toBe('pod/node-debugger-n1-bbbbb\npod/two\n');
    });

    it.each(['yaml', 'json', 'name', undefined] as const)(
      'prints nothing in %s when all failed',
      (format) => {
        expect(printAll(format, 0)).toBe('');
      },
    );
  });
});

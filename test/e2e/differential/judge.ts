import { expect } from 'vitest';
import type { Pod } from '../../../src/pod/types.ts';
import { withoutMadeUpNames, withSortedEnv } from './comparable.ts';
import type { Expectation, Row } from './row.ts';
import type { Played } from './side.ts';

/** What both programs made of a row. */
export interface Match {
  readonly row: Row;
  readonly ours: Played;
  readonly theirs: Played;
}

/** Warnings of ours beside kubectl's; each is told in docs/differences-from-kubectl.md. */
const OUR_WARNINGS = [
  /^the debug container does not start yet in /,
  /^--set-image only changes images here: /,
  /^--target is ignored: /,
  /^the files of container "[^"]+" \(\/proc\/1\/root\) will be denied: /,
];

const JUDGES: { readonly [Kind in Expectation['kind']]: (match: Match) => void } = {
  same: (match) => {
    expectEqualPods(match);
    expect(saidByOurs(match.ours)).toEqual(saidByKubectl(match.theirs));
  },
  'other-words': (match) => {
    expectEqualPods(match);
    expect(saidByOurs(match.ours)).not.toEqual(saidByKubectl(match.theirs));
  },
  refused: (match) => {
    expectRefusal(match.ours);
    expect(match.theirs.exitCode, 'kubectl goes on').not.toBe(0);
    expect(match.theirs.after).toEqual(match.theirs.before);
  },
  'ours-refuses': ({ ours, theirs }) => {
    expectRefusal(ours);
    expect(theirs.exitCode, theirs.stderr).toBe(0);
  },
  'kubectl-refuses': ({ ours, theirs }) => {
    expect(ours.exitCode, ours.stderr).toBe(0);
    expect(ours.after).not.toEqual(ours.before);
    expect(theirs.exitCode, 'kubectl goes on').not.toBe(0);
    expect(theirs.after).toEqual(theirs.before);
  },
  'kubectl-crashes': ({ ours, theirs }) => {
    expect(ours.exitCode, ours.stderr).toBe(0);
    expect(ours.after).not.toEqual(ours.before);
    expect(theirs.after, 'kubectl works').toEqual(theirs.before);
  },
  'kubectl-half-done': ({ ours, theirs }) => {
    expectRefusal(ours);
    expect(theirs.exitCode, 'kubectl goes on').not.toBe(0);
    expect(theirs.after).not.toEqual(theirs.before);
  },
  'other-object': (match) => {
    bothSucceed(match);
    const { ours, theirs } = inOrder(match);
    expect(ours).not.toEqual(theirs);
    const { expects } = match.row;
    if (expects.kind === 'other-object')
      expect(ours).toEqual(
        JSON.parse(JSON.stringify(theirs), (field, value) => expects.change(field, value)),
      );
  },
};

/** Fails unless both programs made of the row what it expects. */
export function judge(match: Match): void {
  JUDGES[match.row.expects.kind](match);
}

function bothSucceed({ ours, theirs }: Match): void {
  expect({ kubectl: theirs.exitCode, stderr: theirs.stderr }).toMatchObject({ kubectl: 0 });
  expect({ ours: ours.exitCode, stderr: ours.stderr }).toMatchObject({ ours: 0 });
}

/** Fails unless both programs have made the same of the same pods. */
export function expectEqualPods(match: Match): void {
  bothSucceed(match);
  const { ours, theirs } = inOrder(match);
  expect(ours).toEqual(theirs);
}

/** One line that ends in a stable word, perhaps a hint, nothing on stdout, and nothing changed. */
function expectRefusal({ exitCode, stdout, stderr, before, after }: Played): void {
  expect(stderr).toMatch(/^error: .+ \[[a-z-]+\]\n(?:hint: .+\n)?$/m);
  expect({ exitCode, stdout }).toEqual({ exitCode: 125, stdout: '' });
  expect(after).toEqual(before);
}

interface Said {
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
}

const linesOf = (text: string) => withoutMadeUpNames(text, '\0').split('\n').slice(0, -1);

function saidByKubectl({ stdout, stderr }: Played): Said {
  return {
    notes: linesOf(stdout),
    warnings: linesOf(stderr).map((line) => line.replace(/^Warning: /, '')),
  };
}

/** Notes and warnings of ours are both on stderr; stdout has the names of what was started. */
function saidByOurs({ stdout, stderr, names, after }: Played): Said {
  const containers = after.flatMap(({ spec }) => spec.ephemeralContainers?.map(({ name }) => name) ?? []);
  const started = withoutMadeUpNames([...names, ...containers].join('\n'), '\0').split('\n');
  expect(started).toEqual(expect.arrayContaining(linesOf(stdout)));
  const lines = linesOf(stderr);
  const isWarning = (line: string) => line.startsWith('Warning: ');
  const warnings = lines.filter(isWarning).map((line) => line.slice('Warning: '.length));
  return {
    notes: lines.filter((line) => !isWarning(line)),
    warnings: warnings.filter((line) => !OUR_WARNINGS.some((ours) => ours.test(line))),
  };
}

interface Pair {
  readonly ours: readonly Pod[];
  readonly theirs: readonly Pod[];
}

/** The pods of both sides; variables sorted where kubectl gives them no order. A kuberc may add some to those of the call. */
function inOrder({ row, ours, theirs }: Match): Pair {
  const variables = row.args.filter((arg) => arg.startsWith('--env=')).join('');
  const hasSeveral = variables.split('=').length > 3; // `--env=A=1` has three parts
  const isInOrder = !hasSeveral && !row.args.some((arg) => arg.startsWith('--kuberc='));
  if (isInOrder) return { ours: ours.after, theirs: theirs.after };
  return { ours: ours.after.map(withSortedEnv), theirs: theirs.after.map(withSortedEnv) };
}

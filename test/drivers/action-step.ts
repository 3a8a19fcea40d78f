import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
}

/** The action for GitHub. */
export const ACTION: Action = parse(readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));

/** A step of the action to run. */
export interface ActionStep {
  /** For the files of the runner, and what the step writes. */
  readonly folder: string;
  readonly index: number;
  readonly inputs: Readonly<Record<string, string>>;
}

/** How a step ended. */
export interface EndedStep {
  readonly code: number;
  readonly stdout: string;
  /** What the step has written to a file of the runner. */
  readonly file: (name: 'GITHUB_OUTPUT' | 'GITHUB_STEP_SUMMARY' | 'GITHUB_PATH') => string;
}

/** Runs a step of the action as a runner does: by its own line, with the inputs in the variables that it names. */
export async function runActionStep(
  { folder, index, inputs }: ActionStep,
  env: Readonly<Record<string, string>> = {},
): Promise<EndedStep> {
  const step = ACTION.runs.steps[index];
  if (step === undefined) throw new Error(`the action has no step ${index}`);
  const valueOf = (input: string): string => inputs[input] ?? ACTION.inputs[input]?.default ?? '';
  const variables = Object.entries(step.env).map(([variable, text]) => [
    variable,
    valueOf(/^\$\{\{ inputs\.([a-z0-9-]+) \}\}$/.exec(text)?.[1] ?? ''),
  ]);
  const files = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY', 'GITHUB_PATH'];
  for (const name of files) writeFileSync(path.join(folder, name), '');
  const paths = Object.fromEntries(files.map((name) => [name, path.join(folder, name)]));
  return new Promise((resolve) => {
    const all = {
      ...{ PATH: process.env['PATH'], HOME: folder, RUNNER_TEMP: folder, GITHUB_ACTION_PATH: ROOT },
      ...{ ...Object.fromEntries(variables), ...paths, ...env },
    };
    const child = execFile(
      'bash',
      ['-eo', 'pipefail', '-c', step.run],
      { cwd: folder, env: all },
      (_, stdout) =>
        resolve({
          code: child.exitCode ?? -1,
          stdout,
          file: (name) => readFileSync(path.join(folder, name), 'utf8'),
        }),
    );
    child.stdin?.end();
  });
}

import type { ContainerPlan, ExecPlan } from './process/container-plan.ts';
import { DEFAULT_PATH, programProblem } from './process/find-program.ts';
import type { ContainerFiles } from './namespaced/namespaced-launch.ts';
import { withCommands } from './process/owned-commands.ts';
import type { StartResult } from './process/running-container.ts';
import type { Launch, OutputSink } from './process/running-process.ts';
import { startProcess } from './process/start-process.ts';
import { withPrograms } from './programs/write-programs.ts';

/**
 * Runs a container's command as a plain process of this machine with its own home and working folder, for machines
 * that refuse namespaces.
 */
export async function startUnconfined(
  plan: ContainerPlan,
  files: ContainerFiles,
  sink: OutputSink,
): Promise<StartResult> {
  const findProblem = (asked: ExecPlan): string | undefined =>
    programProblem(asked.command[0] ?? '', searchPath(asked, files));
  const problem = plan.program === 'system' ? findProblem(plan) : undefined;
  if (problem !== undefined) return { kind: 'failed', reason: problem };
  const launch = plan.program === 'system' ? unconfinedLaunch(plan, files) : demoAppLaunch(plan, files);
  const process = await startProcess(launch, sink);
  const container = withCommands(process, findProblem, (execPlan, execSink) =>
    startProcess(unconfinedLaunch(execPlan, files), execSink),
  );
  return { kind: 'running', container };
}

function unconfinedLaunch(plan: ExecPlan, files: ContainerFiles): Launch {
  const [file = '', ...args] = plan.command;
  const { dataFolder } = files;
  return {
    file,
    args,
    env: { ...plan.env, PATH: searchPath(plan, files), HOME: dataFolder },
    workingFolder: dataFolder,
    tty: plan.tty,
    stdin: plan.stdin,
    // Only the session tells which processes a command has left behind.
    isFirst: true,
  };
}

function demoAppLaunch(plan: ContainerPlan, files: ContainerFiles): Launch {
  const { program, script } = files.demoApp;
  const [argv0 = '', ...args] = plan.command;
  return { ...unconfinedLaunch(plan, files), file: program, args: [script, ...args], argv0 };
}

/** That of the playground's programs and of this machine: its programs may be anywhere. */
function searchPath({ env }: ExecPlan, { programsFolder }: ContainerFiles): string {
  return withPrograms(programsFolder, env['PATH'] ?? process.env['PATH'] ?? DEFAULT_PATH);
}

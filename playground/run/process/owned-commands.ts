import type { ExecPlan } from './container-plan.ts';
import type { RunningContainer } from './running-container.ts';
import type { OutputSink, RunningProcess } from './running-process.ts';

type StartCommand = (plan: ExecPlan, sink: OutputSink) => Promise<RunningProcess>;

/** The commands that run in a container and end with it: the container has ended once all of them have. */
export function withCommands(
  process: RunningProcess,
  findProblem: (plan: ExecPlan) => string | undefined,
  start: StartCommand,
): RunningContainer {
  const commands = new Set<Promise<RunningProcess>>();
  const exec: StartCommand = (plan, sink) => {
    const command = start(plan, sink);
    commands.add(command);
    void command.then(({ ended }) => ended).then(() => commands.delete(command));
    return command;
  };
  const endCommand = async (command: Promise<RunningProcess>): Promise<void> => {
    const { kill, ended } = await command;
    kill();
    await ended;
  };
  const ended = process.ended.then(async (end) => {
    await Promise.all([...commands].map(endCommand));
    return end;
  });
  return { ...process, ended, findProblem, exec };
}

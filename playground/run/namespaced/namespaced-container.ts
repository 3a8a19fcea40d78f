import { closeSync, fstatSync, openSync } from 'node:fs';
import { awaitAnnouncement, type Announcement } from './announcement.ts';
import type { ContainerPlan, ExecPlan } from '../process/container-plan.ts';
import { programProblem } from '../process/find-program.ts';
import { killMountNamespace } from '../process/kill-processes.ts';
import {
  namespacedExec,
  namespacedLaunch,
  searchPathOf,
  type ContainerFiles,
  type Joined,
} from './namespaced-launch.ts';
import { withCommands } from '../process/owned-commands.ts';
import type { RunningContainer, StartResult } from '../process/running-container.ts';
import type { Launch, OutputSink, RunningProcess } from '../process/running-process.ts';
import { startProcess } from '../process/start-process.ts';

/** The files of a container, and the PID namespace that it joins. */
interface NamespacedPlace {
  readonly files: ContainerFiles;
  readonly joined: Joined;
}

/** Makes a container in its own namespaces; resolves once its command runs or cannot be executed. */
export async function startNamespaced(
  plan: ContainerPlan,
  { files, joined }: NamespacedPlace,
  sink: OutputSink,
): Promise<StartResult> {
  const launch = namespacedLaunch(plan, files, joined);
  const { process, announcement } = await startAnnounced(launch, sink);
  if (announcement.kind === 'failed') return announcement;
  const container = joined === undefined ? process : endsItsMountNamespace(process);
  return { kind: 'running', container: namespacedContainer(container) };
}

async function startAnnounced(
  launch: Launch,
  sink: OutputSink,
): Promise<{ readonly process: RunningProcess; readonly announcement: Announcement }> {
  let announce: (announcement: Announcement) => void = () => undefined;
  const announcement = new Promise<Announcement>((resolve) => {
    announce = resolve;
  });
  const announced = awaitAnnouncement(sink, announce);
  const process = await startProcess(launch, announced.sink);
  void process.ended.then(announced.end);
  return { process, announcement: await announcement };
}

function namespacedContainer(process: RunningProcess): RunningContainer {
  const findProblem = (plan: ExecPlan): string | undefined =>
    programProblem(plan.command[0] ?? '', searchPathOf(plan), `/proc/${process.pid}/root`);
  return withCommands(process, findProblem, async (plan, sink) => {
    const isTyped = plan.tty && findProblem({ ...plan, command: ['script'] }) === undefined;
    const launch = namespacedExec(plan, process.pid, isTyped);
    return isTyped ? (await startAnnounced(launch, sink)).process : startProcess(launch, sink);
  });
}

/**
 * In a joined PID namespace the other processes of the container survive the first one, so this finds them by their
 * mount namespace; runc finds them by their cgroup. The open file keeps the kernel from giving the namespace's inode
 * number to the next container.
 */
function endsItsMountNamespace(process: RunningProcess): RunningProcess {
  const namespace = openMountNamespace(process.pid);
  if (namespace === undefined) return process;
  const { ino } = fstatSync(namespace);
  return {
    ...process,
    ended: process.ended.then((end) => {
      killMountNamespace(ino);
      closeSync(namespace);
      return end;
    }),
    kill: () => {
      process.kill();
      killMountNamespace(ino);
    },
  };
}

function openMountNamespace(pid: number): number | undefined {
  try {
    return openSync(`/proc/${pid}/ns/mnt`, 'r');
  } catch {
    // The process has ended, and its session was killed with it.
    return undefined;
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContainerPlan } from './process/container-plan.ts';
import { startPiped } from './process/piped-process.ts';
import type { RunningContainer } from './process/running-container.ts';
import type { OutputSink, RunningProcess } from './process/running-process.ts';

/** A container of an image that has a program of its own. */
export interface ImageStart {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The container's own folder. */
  readonly folder: string;
}

/** Starts the program of an image. */
export type ImageProgram = (start: ImageStart, sink: OutputSink) => RunningProcess;

/** The programs of images, by the image. */
export type ImagePrograms = Readonly<Record<string, ImageProgram>>;

/** A program for Node on this machine: the file of its script. */
export function nodeProgram(script: string): ImageProgram {
  return ({ args, env, folder }, sink) => {
    const launch = {
      file: process.execPath,
      args: [script, ...args],
      env,
      workingFolder: folder,
      tty: false,
      stdin: false,
      isFirst: true,
    };
    const started = startPiped(launch, sink);
    return { ...started, terminate: () => endGently(started.pid) };
  };
}

function endGently(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended.
  }
}

interface ImageContainer {
  readonly plan: ContainerPlan;
  readonly folder: string;
  /** JSON. */
  readonly kubeconfig: string;
}

/**
 * Starts the program of an image as a container, with a kubeconfig of its ServiceAccount in KUBECONFIG. The image has
 * no shell, and no other program.
 */
export function startImage(
  program: ImageProgram,
  { plan, folder, kubeconfig }: ImageContainer,
  sink: OutputSink,
): RunningContainer {
  const file = join(folder, 'kubeconfig');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, kubeconfig, { mode: 0o600 });
  const env = { ...plan.env, HOME: folder, KUBECONFIG: file };
  const started = program({ args: plan.entrypoint?.args ?? [], env, folder }, sink);
  return {
    ...started,
    findProblem: () => 'executable file not found in $PATH',
    exec: () => Promise.reject(new Error('the image has no program to run')),
  };
}

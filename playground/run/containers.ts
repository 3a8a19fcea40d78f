import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImagePrograms, startImage } from './image-program.ts';
import type { ContainerPlan } from './process/container-plan.ts';
import { DEMO_APP_SCRIPT } from './process/demo-app.ts';
import { startNamespaced } from './namespaced/namespaced-container.ts';
import type { ContainerFiles, Joined } from './namespaced/namespaced-launch.ts';
import type { StartResult } from './process/running-container.ts';
import type { OutputSink } from './process/running-process.ts';
import { writePrograms } from './programs/write-programs.ts';
import { startUnconfined } from './unconfined-container.ts';

/** `namespaces`: each container has its own root and namespaces; `none`: it is a plain process of this machine. */
export type ConfinementKind = 'namespaces' | 'none';

/**
 * The place of a container: its pod's uid, its name with the number of restarts, and the PID namespace that it joins.
 */
interface ContainerPlace {
  readonly podUid: string;
  readonly instance: string;
  readonly joined: Joined;
  /** A kubeconfig of the pod's ServiceAccount. */
  readonly kubeconfig?: () => string;
}

/** Starts containers and keeps their files. */
export interface Containers {
  readonly start: (plan: ContainerPlan, place: ContainerPlace, sink: OutputSink) => Promise<StartResult>;
  /** Removes the files of a pod whose containers have ended. */
  readonly removePod: (podUid: string) => void;
  /** Removes every file; the containers must have ended. */
  readonly close: () => void;
}

/** Makes containers; those of `images` run programs of their own. Their files are in a new folder in `parentFolder`, made when the first container starts. */
export function makeContainers(
  parentFolder: string,
  confinement: ConfinementKind,
  images: ImagePrograms = {},
): Containers {
  let ownFolder: string | undefined;
  const filesOf = ({ podUid, instance }: ContainerPlace): ContainerFiles => {
    ownFolder ??= makeFolder(parentFolder);
    return makeFiles(ownFolder, join(ownFolder, podUid, instance));
  };
  return {
    start: (plan, place, sink) => {
      const files = filesOf(place);
      const program = images[plan.entrypoint?.image ?? ''];
      if (program !== undefined) {
        const container = { plan, folder: files.dataFolder, kubeconfig: place.kubeconfig?.() ?? '' };
        return Promise.resolve({ kind: 'running', container: startImage(program, container, sink) });
      }
      if (confinement === 'none') return startUnconfined(plan, files, sink);
      return startNamespaced(plan, { files, joined: place.joined }, sink);
    },
    removePod: (podUid) => {
      if (ownFolder !== undefined) rmSync(join(ownFolder, podUid), { recursive: true, force: true });
    },
    close: () => {
      if (ownFolder !== undefined) rmSync(ownFolder, { recursive: true, force: true });
    },
  };
}

function makeFolder(parentFolder: string): string {
  const folder = mkdtempSync(join(parentFolder, 'kubelet-'));
  writeFileSync(join(folder, 'app.js'), DEMO_APP_SCRIPT);
  writePrograms(programsIn(folder));
  return folder;
}

function programsIn(ownFolder: string): string {
  return join(ownFolder, 'programs');
}

function makeFiles(ownFolder: string, folder: string): ContainerFiles {
  const rootFolder = join(folder, 'root');
  const dataFolder = join(folder, 'data');
  mkdirSync(rootFolder, { recursive: true });
  mkdirSync(dataFolder);
  return {
    rootFolder,
    dataFolder,
    programsFolder: programsIn(ownFolder),
    demoApp: { program: process.execPath, script: join(ownFolder, 'app.js') },
  };
}

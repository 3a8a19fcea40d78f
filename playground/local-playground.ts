import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_PODS } from './demo-pods.ts';
import { makeKubelet } from './kubelet/make-kubelet.ts';
import { createPlayground, type Playground } from './playground.ts';
import { nodeProgram } from './run/image-program.ts';
import { canConfine } from './run/can-confine.ts';

/** A playground with the demo's pods, and a kubeconfig file for it. */
export interface LocalPlayground {
  readonly playground: Playground;
  readonly kubeconfig: string;
  /** Whether containers are isolated from this machine's files. */
  readonly isConfined: boolean;
  /** Ends everything and removes every file. */
  readonly close: () => Promise<void>;
}

/** The image that the program is in where it is built by `npm run image`. */
export const OWN_IMAGE = 'localhost/kubectl-debug:dev';

/**
 * Starts the demo's pods; their files are in a new temporary folder. Containers of our own image run `program`, the file of our
 * script.
 */
export async function startLocalPlayground(program: string): Promise<LocalPlayground> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-playground-'));
  const isConfined = await canConfine(folder);
  const playground = await createPlayground({
    pods: DEMO_PODS,
    makeKubelet: (host) =>
      makeKubelet(host, {
        folder,
        confinement: isConfined ? 'namespaces' : 'none',
        images: { [OWN_IMAGE]: nodeProgram(program) },
      }),
  });
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, playground.kubeconfig('admin'), { mode: 0o600 });
  const close = async (): Promise<void> => {
    await playground.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { playground, kubeconfig, isConfined, close };
}

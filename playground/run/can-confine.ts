import { makeContainers } from './containers.ts';

/**
 * Whether containers can have their own namespaces on this machine: makes one in `folder` and checks that it ends
 * with 0. Some container hosts and all systems but Linux refuse.
 */
export async function canConfine(folder: string): Promise<boolean> {
  const containers = makeContainers(folder, 'namespaces');
  const ignore = { stdout: () => undefined, stderr: () => undefined };
  const plan = {
    hostName: 'probe',
    command: ['true'],
    program: 'system',
    env: {},
    tty: false,
    stdin: false,
  } as const;
  try {
    const result = await containers.start(
      plan,
      { podUid: 'probe', instance: 'probe', joined: undefined },
      ignore,
    );
    return result.kind === 'running' && (await result.container.ended).exitCode === 0;
  } finally {
    containers.close();
  }
}

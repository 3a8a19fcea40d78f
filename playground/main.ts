import path from 'node:path';
import { DEMO_IMAGE } from './demo-pods.ts';
import { startLocalPlayground, type LocalPlayground } from './local-playground.ts';

const PROGRAM = path.join(__dirname, '..', 'bin', 'kubectl-debug.js');

function describe({ playground, kubeconfig, isConfined }: LocalPlayground): string {
  const confinement = isConfined
    ? ''
    : '\nThis system refuses namespaces: containers are plain processes of yours.\n';
  return `An API server with a few pods listens on ${playground.url}.
${confinement}
In another terminal:

  export KUBECONFIG=${kubeconfig}
  node ${path.relative(process.cwd(), PROGRAM)} pods
  node ${path.relative(process.cwd(), PROGRAM)} -it web-1 --image=${DEMO_IMAGE} --target=app
  kubectl get pods

Ctrl-C ends it.
`;
}

/** `npm run playground`: runs the embedded API server until Ctrl-C. */
async function main(): Promise<void> {
  const local = await startLocalPlayground(PROGRAM);
  process.stdout.write(describe(local));
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
  });
  await local.close();
}

void main();

import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEBUG_IMAGE } from './environment.ts';
import { aPod, createNamespace, shellContainer, type Namespace } from './fixture.ts';
import { endPrograms, runProgram } from './program.ts';

let namespace: Namespace;
beforeAll(async () => {
  namespace = await createNamespace('explain');
});
afterAll(async () => {
  endPrograms();
  await namespace.remove();
});

/** Each process has a number of its own, by which it is found in the processes of the pod. */
const asking = (name: string, seconds: number, memory: string) => ({
  ...shellContainer(name, `exec sleep ${seconds}`),
  resources: { requests: { memory } },
});

it('gives the containers of a pod the oom_score_adj that the kubelet gave their processes', async () => {
  const spec = {
    shareProcessNamespace: true,
    initContainers: [{ ...asking('proxy', 86401, '50Mi'), restartPolicy: 'Always' }],
    containers: [asking('big', 86402, '900Mi'), asking('small', 86403, '300Mi')],
  };
  await namespace.create([aPod('scored', spec)]);
  const at = [`--namespace=${namespace.name}`];
  const script = `for p in /proc/[0-9]*; do echo "$(tr '\\0' ' ' <$p/cmdline) $(cat $p/oom_score_adj)"; done 2>/dev/null; echo own $(cat /proc/self/oom_score_adj)`;
  const read = await runProgram(['scored', ...at, `--image=${DEBUG_IMAGE}`, '-q', '--', 'sh', '-c', script]);
  const scoreOf = (command: string): string =>
    new RegExp(String.raw`^${command} +(-?\d+)$`, 'm').exec(read.stdout)?.[1] ?? `none in ${read.stdout}`;
  const [proxy, big, small] = ['sleep 86401', 'sleep 86402', 'sleep 86403'].map(scoreOf);
  const { stdout } = await runProgram(['pods', '--explain', 'scored', ...at]);
  expect(proxy).toBe(small);
  expect(stdout).toContain(
    `oom_score_adj is ${scoreOf('own')} for a debug container, ${small} for sidecar "proxy" and app container "small", ${big} for app container "big".`,
  );
});

import { shellLine, type ContainerPlan, type ExecPlan } from '../process/container-plan.ts';
import { CONTAINER_ROOT_SCRIPT } from './container-root.ts';
import { DEMO_APP_SCRIPT_PATH } from '../process/demo-app.ts';
import { DEFAULT_PATH, findProgram } from '../process/find-program.ts';
import type { Launch } from '../process/running-process.ts';

/** The files of this machine that a container is made of. */
export interface ContainerFiles {
  /** An empty folder to mount the root on. */
  readonly rootFolder: string;
  /** The container's own folder, /data in it. */
  readonly dataFolder: string;
  readonly demoApp: { readonly program: string; readonly script: string };
}

/** Whose PID namespace a container joins: the outermost process of another container, by its pid here. */
export type Joined = number | undefined;

/** A process that dies with the kubelet even when that is killed: its own children die with their namespace. */
const DIES_WITH_THE_KUBELET = ['--pdeathsig', 'KILL', '--'] as const;
const NEW_NAMESPACES = [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  '--uts',
  '--pid',
  '--fork',
  '--kill-child',
  '--',
] as const;

/**
 * The launch of a container in its own user, mount, UTS and PID namespaces; with `joined` only the mount
 * namespace is its own, so that it sees, and dies with, the processes of the other container (KEP-277).
 * The launched process stays outside the PID namespace and holds the names of all the others in /proc.
 */
export function namespacedLaunch(plan: ContainerPlan, files: ContainerFiles, joined: Joined): Launch {
  const app = plan.program === 'demo-app' ? files.demoApp : { program: '', script: '' };
  const [word = '', ...rest] = plan.command;
  const command = plan.program === 'demo-app' ? [word, DEMO_APP_SCRIPT_PATH, ...rest] : plan.command;
  return {
    file: 'setpriv',
    args: [
      ...DIES_WITH_THE_KUBELET,
      ...(joined === undefined ? NEW_NAMESPACES : joinedNamespaces(joined)),
      '/bin/sh',
      '-c',
      CONTAINER_ROOT_SCRIPT,
      'container',
      files.rootFolder,
      files.dataFolder,
      plan.hostName,
      plan.env['PATH'] ?? DEFAULT_PATH,
      app.program,
      app.script,
      plan.tty ? typedLine(command) : '',
      ...command,
    ],
    env: { ...plan.env, PATH: DEFAULT_PATH },
    workingFolder: '/',
    tty: plan.tty,
    stdin: plan.stdin,
    isFirst: true,
  };
}

/**
 * The launch of a command in all the namespaces and under the root of the container with this outermost
 * process; with `isTyped` under script(1), and announced.
 */
export function namespacedExec(plan: ExecPlan, container: number, isTyped: boolean): Launch {
  return {
    file: findProgram('nsenter', DEFAULT_PATH) ?? 'nsenter',
    args: [
      '--target',
      String(container),
      '--user',
      '--preserve-credentials',
      '--mount',
      '--uts',
      `--pid=/proc/${container}/ns/pid_for_children`,
      '--root',
      '--wd',
      '--',
      ...(isTyped ? ['script', '-qec', typedLine(plan.command), '/dev/null'] : plan.command),
    ],
    env: { PATH: DEFAULT_PATH, ...plan.env },
    workingFolder: '/',
    tty: plan.tty,
    stdin: plan.stdin,
    isFirst: false,
  };
}

function joinedNamespaces(pid: number): readonly string[] {
  const namespaces = `/proc/${pid}/ns`;
  return [
    'nsenter',
    `--user=${namespaces}/user`,
    '--preserve-credentials',
    `--uts=${namespaces}/uts`,
    '--',
    'unshare',
    '--mount',
    '--',
    'nsenter',
    `--pid=${namespaces}/pid_for_children`,
    '--',
  ];
}

/**
 * What script(1) runs, to give the command a terminal and a session of its own: the leader of the outer
 * terminal's session lives outside the PID namespace, dash there sees process group 0, fails to hand the
 * terminal back at its end, and exits 2 whatever it was told. The announcement comes from inside, when the
 * outer terminal is raw: what is typed before that would be echoed twice.
 */
function typedLine(command: readonly string[]): string {
  return `printf 'running\\n'; exec ${shellLine(command)}`;
}

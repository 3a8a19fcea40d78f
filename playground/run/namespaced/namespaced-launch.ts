import { shellLine, type ContainerPlan, type ExecPlan } from '../process/container-plan.ts';
import { CONTAINER_ROOT_SCRIPT, SHELL_START_FILE } from './container-root.ts';
import { DEMO_APP_SCRIPT_PATH } from '../process/demo-app.ts';
import { DEFAULT_PATH, findProgram } from '../process/find-program.ts';
import type { Launch } from '../process/running-process.ts';
import { PROGRAMS_IN_ROOT, withPrograms } from '../programs/write-programs.ts';

/** The files of a container on this machine. */
export interface ContainerFiles {
  /** An empty folder, the mount point of the root. */
  readonly rootFolder: string;
  /** The folder that the container sees as /data. */
  readonly dataFolder: string;
  /** Programs that a container with those of this machine has before them. */
  readonly programsFolder: string;
  readonly demoApp: { readonly program: string; readonly script: string };
}

/** The PID namespace that a container joins, by the pid of another container's outermost process. */
export type Joined = number | undefined;

/**
 * Options of setpriv(1): the process dies with the kubelet, even if that is killed; its children die with their
 * namespace.
 */
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

/** What a shell on a terminal reads first. */
const SHELL_START = { ENV: SHELL_START_FILE };

/**
 * The launch of a container in its own user, mount, UTS and PID namespaces. With `joined` only the mount namespace is
 * its own, so it sees the processes of the other container and dies with them (KEP-277). The launched process stays
 * outside the PID namespace; its /proc entry names all the other namespaces.
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
      searchPathOf(plan),
      plan.program === 'demo-app' ? '' : files.programsFolder,
      app.program,
      app.script,
      plan.tty ? typedLine(command) : '',
      ...command,
    ],
    env: { ...(plan.tty && SHELL_START), ...plan.env, PATH: DEFAULT_PATH },
    workingFolder: '/',
    tty: plan.tty,
    stdin: plan.stdin,
    isFirst: true,
  };
}

/**
 * The launch of a command in all namespaces and under the root of the container with this outermost process; with
 * `isTyped` under script(1), and announced.
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
    env: { ...(plan.tty && SHELL_START), ...plan.env, PATH: searchPathOf(plan) },
    workingFolder: '/',
    tty: plan.tty,
    stdin: plan.stdin,
    isFirst: false,
  };
}

/** The search path in a container with its own root. */
export function searchPathOf({ env }: ExecPlan): string {
  return withPrograms(PROGRAMS_IN_ROOT, env['PATH'] ?? DEFAULT_PATH);
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
 * The command line for script(1), which gives the command its own terminal and session. Otherwise the leader of the
 * terminal's session is outside the PID namespace: dash sees process group 0, fails to hand the terminal back, and
 * exits 2. The announcement comes from inside script(1), once the outer terminal is raw: earlier input would be
 * echoed twice.
 */
function typedLine(command: readonly string[]): string {
  return `printf 'running\\n'; exec ${shellLine(command)}`;
}

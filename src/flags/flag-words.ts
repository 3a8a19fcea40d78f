/** Where the values of a flag, or names, can be looked up. */
export type WordSource =
  | 'pods'
  | 'targets'
  /** Those in which there is something to attach to, or to stop. */
  | 'attach-targets'
  | 'stop-targets'
  | 'namespaces'
  | 'contexts'
  | 'clusters'
  | 'users'
  /** Of the pod that the command line names: its own, or the debug containers in it. */
  | 'containers'
  | 'debug-containers'
  | 'stop-containers'
  | 'images'
  | 'files';

/** All words that there are, or where to look them up. */
export type Words = readonly string[] | WordSource;

/** What can follow flags, by their names; a flag that is not listed takes what only its user knows. */
const FLAG_WORDS: Readonly<Record<string, Words>> = {
  namespace: 'namespaces',
  context: 'contexts',
  cluster: 'clusters',
  user: 'users',
  kubeconfig: 'files',
  kuberc: 'files',
  'certificate-authority': 'files',
  'client-certificate': 'files',
  'client-key': 'files',
  image: 'images',
  pod: 'pods',
  target: 'containers',
  'image-pull-policy': ['Always', 'IfNotPresent', 'Never'],
  profile: ['general', 'baseline', 'restricted', 'netadmin', 'sysadmin'],
  via: ['auto', 'log', 'exec'],
  'dry-run': ['client', 'server', 'none'],
  output: ['yaml', 'json', 'name'],
  custom: 'files',
  filename: 'files',
};

/** What differs from that in one command. */
const WORDS_OF_COMMAND: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  attach: { container: 'debug-containers', via: ['auto', 'log'] },
  stop: { container: 'stop-containers', 'dry-run': ['client', 'none'] },
  check: { output: ['yaml'], for: ['debug', 'exec', 'copies', 'nodes', 'workloads'] },
  pods: { output: ['wide', 'yaml', 'json', 'name', 'jsonpath=', 'custom-columns='] },
};

/** What the arguments of a command are; `debug`, which needs no name, takes targets. */
const NAMES_OF_COMMAND: Readonly<Record<string, Words>> = {
  debug: 'targets',
  attach: 'attach-targets',
  stop: 'stop-targets',
  check: 'targets',
  pods: 'targets',
  completion: ['bash', 'zsh', 'fish'],
};

/** The values that a flag of a command can have; empty when only the user knows. */
export function wordsOfFlag(command: string, flag: string): Words {
  return WORDS_OF_COMMAND[command]?.[flag] ?? FLAG_WORDS[flag] ?? [];
}

/** The names that a command takes. */
export function wordsOfNames(command: string): Words {
  return NAMES_OF_COMMAND[command] ?? [];
}

/** Where to look up the values of a flag, or names. */
export type WordSource =
  | 'pods'
  | 'targets'
  /** Targets with something to attach to, or to stop. */
  | 'attach-targets'
  | 'stop-targets'
  | 'namespaces'
  | 'contexts'
  /** Names of contexts, separated by commas. */
  | 'context-lists'
  | 'clusters'
  | 'users'
  /** Containers of the pod on the command line: its own, or its debug containers. */
  | 'containers'
  | 'debug-containers'
  | 'stop-containers'
  | 'images'
  /** Audits that the cluster runs. */
  | 'fleet-runs'
  /** Named sets of flags. */
  | 'presets'
  /** Pods, each with the colon that follows it in `POD:PATH`; else files. */
  | 'copy-ends'
  /** Targets, then the ports that the first one declares. */
  | 'forward-words'
  /** Targets, then the words of a filter. */
  | 'capture-words'
  | 'files';

/** All possible words, or where to look them up. */
export type Words = readonly string[] | WordSource;

/** The values of flags, by name. The values of other flags cannot be looked up. */
const FLAG_WORDS: Readonly<Record<string, Words>> = {
  namespace: 'namespaces',
  context: 'contexts',
  contexts: 'context-lists',
  cluster: 'clusters',
  user: 'users',
  kubeconfig: 'files',
  kuberc: 'files',
  'certificate-authority': 'files',
  'client-certificate': 'files',
  'client-key': 'files',
  image: 'images',
  preset: 'presets',
  pod: 'pods',
  target: 'containers',
  'image-pull-policy': ['Always', 'IfNotPresent', 'Never'],
  profile: ['general', 'baseline', 'restricted', 'netadmin', 'sysadmin'],
  via: ['auto', 'log', 'exec'],
  'dry-run': ['client', 'server', 'none'],
  output: ['yaml', 'json', 'name'],
  custom: 'files',
  record: 'files',
  filename: 'files',
  write: 'files',
  help: ['all', 'options'],
};

/** The values that differ in one command. */
const WORDS_OF_COMMAND: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  attach: { container: 'debug-containers', via: ['auto', 'log'] },
  stop: { container: 'stop-containers', 'dry-run': ['client', 'none'] },
  snapshot: { output: 'files', then: ['delete'] },
  audit: {
    output: ['json', 'jsonl', 'junit'],
    'group-by': ['node', 'owner', 'namespace', 'context'],
    follow: 'fleet-runs',
  },
  cp: { container: 'containers' },
  check: {
    output: ['yaml'],
    for: [
      'debug',
      'exec',
      'copies',
      'nodes',
      'workloads',
      'cp',
      'snapshot',
      'forward',
      'capture',
      'in-cluster',
    ],
  },
  pods: {
    output: ['wide', 'yaml', 'json', 'name', 'jsonpath=', 'custom-columns='],
    color: ['auto', 'always', 'never'],
  },
};

/** What the arguments of each command are. */
const NAMES_OF_COMMAND: Readonly<Record<string, Words>> = {
  debug: 'targets',
  attach: 'attach-targets',
  stop: 'stop-targets',
  check: 'targets',
  snapshot: 'targets',
  pods: 'targets',
  cp: 'copy-ends',
  forward: 'forward-words',
  capture: 'capture-words',
  completion: ['bash', 'zsh', 'fish', 'powershell'],
};

/** The values that a flag of a command can have; empty if they cannot be looked up. */
export function wordsOfFlag(command: string, flag: string): Words {
  return WORDS_OF_COMMAND[command]?.[flag] ?? FLAG_WORDS[flag] ?? [];
}

/** The arguments that a command takes. */
export function wordsOfNames(command: string): Words {
  return NAMES_OF_COMMAND[command] ?? [];
}

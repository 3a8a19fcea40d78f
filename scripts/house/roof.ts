import type { Room } from './house.ts';
import { PLAYGROUND } from './playground.ts';

const CONFIG: Room = {
  name: 'config',
  does: "one's own defaults and a company's rules become values of flags",
  imports: 'errors io pod flags cluster output target plan',
  rooms: {
    'config.ts': 'what a config file says',
    'configurable-flags.ts': 'the flags that it can set',
    scripts: 'the scripts that presets of this program run',
    'builtin-presets.ts': 'the presets of this program',
    decode: 'a file checked, mistake by mistake',
    'find-config.ts': 'where the files are',
    'read-config.ts': 'a file read',
    apply: 'files, environment and presets laid over each other, for one call',
    '.': 'the loading of all this, if there is something to apply',
  },
};

/** What only the program itself stands on, from the preferences to the entry. */
export const ROOF: readonly Room[] = [
  {
    name: 'kuberc',
    does: "kubectl's preferences become words of the line",
    imports: 'errors io flags cluster output target',
    rooms: { '.': 'the kuberc file, found, read, checked, applied' },
  },
  CONFIG,
  {
    name: 'commands',
    does: 'flags become a request, and the request goes through the stages',
    imports:
      'errors io system pod flags cluster output target plan start session files record join audit snapshot forward capture fleet kuberc config',
    rooms: {
      shared: 'what several commands need: connection, defaults, hints, signals',
      'shared/contexts': '`--contexts`: which contexts, and a connection for each',
      'shared/request': 'the flags of a debug container as a request, fitted to the cluster',
      'command.ts': 'the type of a command',
      'command-table.ts': 'the commands',
      'program-words.ts': '`help`, `options` and `version`',
      record: '`--record`: the flags, and the record of each target',
      help: '`--help`, `options` and `help TOPIC`: texts from the tables, documents, the pager',
      completion: 'completion scripts and candidates',
      check: '`check`: what debugging a pod would need',
      pods: '`pods`: a table of pods',
      'debug/request': 'the flags of `debug` as a request',
      debug: '`debug`',
      'audit/in-cluster/in-cluster-request.ts': 'the flags of `audit --in-cluster`',
      audit: '`audit`: its flags as a request, its pods, its preview',
      'audit/show': 'an audit from its first row to its exit code; its results as its flags ask for them',
      'audit/in-cluster': '`audit --in-cluster` and `--follow`',
      'audit/contexts': '`audit --contexts`: one run over several clusters',
      'audit/audit.ts': '`audit` itself',
      stop: '`stop`',
      'cp/open': 'the containers that `cp` names, and a debug container for each',
      cp: '`cp`',
      snapshot: '`snapshot`: the evidence of a pod in one file',
      forward: '`forward`: local ports that lead into a pod',
      capture: '`capture`: which pods and packets, where they go, how much there was',
      '.': '`attach`, and the loading of a command',
    },
  },
  {
    name: 'docs',
    does: 'writes flags.md, errors.md, bounds.md, the man pages and the schema of the config',
    imports: 'errors io flags config commands',
    isApart: true,
    rooms: { '.': 'pages made from the tables of the program' },
  },
  {
    name: 'playground',
    folder: 'playground',
    does: 'an API server and kubelet in one process, for demo and tests',
    imports: 'io pod',
    isApart: true,
    rooms: PLAYGROUND,
  },
  {
    name: 'program',
    folder: 'src',
    does: 'from the command line to the command and its exit code',
    imports: 'errors io system flags output kuberc config commands',
    rooms: {
      'unread-input.ts': 'input that a shell reads after us',
      'ending-signals.ts': 'the signals that end a command',
      'process-io.ts': '`Io` of this process',
      'program.ts': 'finds the command, runs it, prints its error',
      'main.ts': 'the entry: sets the exit code',
      'single-file.ts': 'the entry of the executable, which makes its runtime behave as Node does',
    },
  },
];

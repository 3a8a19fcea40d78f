import { exitCodeOfAudit, exitCodeOfCheck, exitCodeOfFailure, GET_EXIT } from '../errors/exit-codes.ts';
import { ATTACH_FLAGS } from '../flags/tables/attach-flags.ts';
import { AUDIT_FLAGS } from '../flags/tables/audit-flags.ts';
import { AUDIT_RESULT_FLAGS } from '../flags/tables/audit-result-flags.ts';
import { CHECK_FLAGS } from '../flags/tables/check-flags.ts';
import { DEBUG_FLAGS } from '../flags/tables/debug-flags.ts';
import { POD_FLAGS } from '../flags/tables/pods-flags.ts';
import { STOP_FLAGS } from '../flags/tables/stop-flags.ts';
import type { Command } from './command.ts';

/** What a call without a command's name means. */
export const DEFAULT_COMMAND: Command = {
  name: 'debug',
  summary: 'Start a debug container in a running pod, and join or show what runs in it',
  usage: '[debug] [TARGET...] [flags] [-- COMMAND [ARGUMENT...]]',
  examples: [
    { does: 'open a shell in pod web-1 that sees the processes of its app', args: 'web-1' },
    { does: 'the same in a ready pod of a deployment', args: 'deploy/web' },
    { does: 'run one command; its output and exit code are ours', args: 'web-1 -- nslookup web' },
    { does: "open a shell in the root of the app's files", args: 'web-1 --rootfs' },
    { does: 'choose image and target container', args: '-it web-1 --image=debian --target=app -- bash' },
    { does: 'the same words as Image Exec had', args: '-m debian -p web-1 ls -l /proc/1/root' },
    {
      does: 'debug a copy of a pod that has finished, and delete it afterwards',
      args: 'web-1 --copy-to=web-1-debug --rm',
    },
    {
      does: 'many commands in one debug container, exactly as they print',
      args: 'web-1 --via=exec --reuse -- nslookup web',
    },
    { does: 'look at a node', args: 'node/n1 --rm' },
    { does: 'only start it, and print its name', args: 'web-1 -d -- sleep 1h' },
    { does: 'debug a pod that is called like a command', args: 'pod/attach' },
  ],
  flags: DEBUG_FLAGS,
  exitCodeOf: exitCodeOfFailure,
};

/** Every command, in the order in which the help shows them. */
export const COMMANDS: readonly Command[] = [
  DEFAULT_COMMAND,
  {
    name: 'attach',
    summary: 'Go back into a debug container that still runs',
    usage: 'attach [POD] [flags]',
    examples: [
      { does: 'join the debug container of pod web-1', args: 'attach web-1' },
      { does: 'join one of several', args: 'attach web-1 -c dbg' },
      { does: 'the one in a pod of a deployment', args: 'attach deploy/web' },
    ],
    flags: ATTACH_FLAGS,
    exitCodeOf: exitCodeOfFailure,
  },
  {
    name: 'pods',
    summary: 'List pods, with sidecars counted right',
    usage: 'pods [NAME...] [flags]',
    examples: [
      { does: 'list the pods of the namespace', args: 'pods' },
      { does: 'list pods of all namespaces by label', args: 'pods -A -l app=web' },
      { does: 'one pod as YAML', args: 'pods web-1 -o yaml' },
      { does: 'why READY and STATUS of a pod read as they do', args: 'pods --explain web-1' },
      { does: 'every container of every pod that is not ready', args: 'pods -A --not-ready --containers' },
    ],
    flags: POD_FLAGS,
    exitCodeOf: () => GET_EXIT.failure,
  },
  {
    name: 'audit',
    summary: 'Run one command in many pods, and fold equal answers',
    usage: 'audit [TARGET...|-] [flags] -- COMMAND [ARGUMENT...] | audit merge FILE...',
    examples: [
      {
        does: 'which pods can write to their root file system?',
        args: 'audit -A --all-containers -- grep " / " /proc/1/mounts',
      },
      {
        does: 'does every node resolve names?',
        args: 'audit -A --one-per-node -- nslookup kubernetes.default',
      },
      { does: 'the pods of a deployment', args: 'audit deploy/web -- cat /proc/1/status' },
      { does: 'list the audits that were interrupted, and finish one', args: 'audit --resume' },
    ],
    flags: [...AUDIT_FLAGS, ...AUDIT_RESULT_FLAGS],
    exitCodeOf: exitCodeOfAudit,
  },
  {
    name: 'check',
    summary: 'Find out what stands in the way: rights, Pod Security, server, connection',
    usage: 'check [POD] [flags]',
    examples: [
      { does: 'may I debug pods in this namespace?', args: 'check -n shop' },
      { does: 'and pod web-1: can it be debugged, and with which profiles?', args: 'check web-1' },
      { does: 'the Role that is missing, for somebody who may create it', args: 'check -o yaml' },
    ],
    flags: CHECK_FLAGS,
    exitCodeOf: exitCodeOfCheck,
  },
  {
    name: 'stop',
    summary: 'End debug containers, and delete debug copies and node pods that were left behind',
    usage: 'stop [POD] [flags] | stop --mine [flags] | stop --older-than=AGE [flags]',
    examples: [
      { does: 'end the debug container that runs in pod web-1', args: 'stop web-1' },
      { does: 'delete a copy that was made to debug, without a question', args: 'stop web-1-debug --yes' },
      { does: 'end all that I started in this namespace', args: 'stop --mine' },
      { does: 'what was left behind yesterday or before?', args: 'stop --older-than=1d -A --dry-run=client' },
    ],
    flags: STOP_FLAGS,
    exitCodeOf: exitCodeOfCheck,
  },
  {
    name: 'completion',
    summary: 'Print the script that completes command lines in a shell',
    usage: 'completion bash|zsh|fish',
    examples: [
      {
        does: 'for this bash, or for all in ~/.bashrc: source <(kubectl-debug completion bash)',
        args: 'completion bash',
      },
      { does: 'for all fishes: … > ~/.config/fish/completions/kubectl-debug.fish', args: 'completion fish' },
    ],
    flags: [],
    exitCodeOf: exitCodeOfCheck,
  },
];

import { exitCodeOfAudit, exitCodeOfCheck, exitCodeOfFailure, GET_EXIT } from '../errors/exit-codes.ts';
import { ATTACH_FLAGS } from '../flags/tables/attach-flags.ts';
import { AUDIT_FLAGS } from '../flags/tables/audit-flags.ts';
import { IN_CLUSTER_FLAGS } from '../flags/tables/fleet/in-cluster-flags.ts';
import { CONTEXTS_FLAG } from '../flags/tables/fleet/contexts-flag.ts';
import { AUDIT_RESULT_FLAGS } from '../flags/tables/audit-result-flags.ts';
import { CAPTURE_FLAGS } from '../flags/tables/network/capture-flags.ts';
import { CHECK_FLAGS } from '../flags/tables/check-flags.ts';
import { CP_FLAGS } from '../flags/tables/cp-flags.ts';
import { DEBUG_FLAGS } from '../flags/tables/debug-flags.ts';
import { FORWARD_FLAGS } from '../flags/tables/network/forward-flags.ts';
import { POD_FLAGS } from '../flags/tables/pods-flags.ts';
import { SNAPSHOT_FLAGS } from '../flags/tables/snapshot-flags.ts';
import { TCPDUMP_OPTIONS } from '../flags/tables/network/tcpdump-options.ts';
import { STOP_FLAGS } from '../flags/tables/stop-flags.ts';
import type { Command } from './command.ts';

/** The command of a call that names none. */
export const DEFAULT_COMMAND: Command = {
  name: 'debug',
  summary: 'Start a debug container in a running pod, and attach to it',
  usage: '[debug] [TARGET...] [flags] [-- COMMAND [ARGUMENT...]]',
  // The first six are those of the first help, where each has one line.
  examples: [
    { does: 'open a shell that sees its processes', args: 'web-1' },
    { does: 'do the same in a pod of a deployment', args: 'deploy/web' },
    { does: 'run a command, and get its exit code', args: 'web-1 -- nslookup web' },
    { does: 'open a shell in the files of the app', args: 'web-1 --rootfs' },
    { does: 'open a shell with network tools', args: 'web-1 --preset=net' },
    { does: 'open a shell on a node', args: 'node/n1 --rm' },
    {
      does: 'choose the image and the target container',
      args: '-it web-1 --image=debian --target=app -- bash',
    },
    { does: 'use the short form, without --', args: '-m debian -p web-1 ls -l /proc/1/root' },
    {
      does: 'debug a copy of a pod that has finished, and delete it afterwards',
      args: 'web-1 --copy-to=web-1-debug --rm',
    },
    {
      does: 'run many commands in one debug container',
      args: 'web-1 --via=exec --reuse -- nslookup web',
    },
    { does: 'start a debug container, and print its name', args: 'web-1 -d -- sleep 1h' },
    { does: 'run a command in pods of several namespaces', args: 'shop/web-1 team/api-2 -- id' },
    { does: 'debug a pod whose name is that of a command', args: 'pod/attach' },
  ],
  flags: DEBUG_FLAGS,
  exitCodeOf: exitCodeOfFailure,
};

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  DEFAULT_COMMAND,
  {
    name: 'attach',
    summary: 'Go back into a debug container that is still running',
    usage: 'attach [POD] [flags]',
    examples: [
      { does: 'join the debug container of pod web-1', args: 'attach web-1' },
      { does: 'join one of several debug containers', args: 'attach web-1 -c dbg' },
      { does: 'join the debug container in a pod of a deployment', args: 'attach deploy/web' },
    ],
    flags: ATTACH_FLAGS,
    exitCodeOf: exitCodeOfFailure,
  },
  {
    name: 'pods',
    summary: 'List pods, with sidecars counted correctly',
    usage: 'pods [NAME...] [flags]',
    examples: [
      { does: 'list the pods of the namespace', args: 'pods' },
      { does: 'list pods of all namespaces by label', args: 'pods -A -l app=web' },
      { does: 'print one pod as YAML', args: 'pods web-1 -o yaml' },
      { does: 'explain READY and STATUS of a pod', args: 'pods --explain web-1' },
      { does: 'list the containers of each pod that is not ready', args: 'pods -A --not-ready --containers' },
      { does: 'list the pods of several clusters', args: "pods --contexts='prod-*' -l app=web" },
    ],
    flags: [...POD_FLAGS, CONTEXTS_FLAG],
    exitCodeOf: () => GET_EXIT.failure,
  },
  {
    name: 'audit',
    summary: 'Run one command in many pods, and show equal outputs once',
    usage:
      'audit [TARGET...|-] [flags] -- COMMAND [ARGUMENT...] | audit [TARGET...|-] --collect=PATH --output-dir=DIR | audit merge FILE...',
    examples: [
      {
        does: 'find pods that can write to their root file system',
        args: 'audit -A --all-containers -- grep " / " /proc/1/mounts',
      },
      {
        does: 'check that every node resolves names',
        args: 'audit -A --one-per-node -- nslookup kubernetes.default',
      },
      { does: 'run a command in the pods of a deployment', args: 'audit deploy/web -- cat /proc/1/status' },
      {
        does: 'copy a file of each pod, and see in which pods it differs',
        args: 'audit -l app=web --collect=/etc/app.conf --output-dir=files',
      },
      { does: 'list interrupted audits, and finish one', args: 'audit --resume' },
    ],
    flags: [...AUDIT_FLAGS, CONTEXTS_FLAG, ...IN_CLUSTER_FLAGS, ...AUDIT_RESULT_FLAGS],
    exitCodeOf: exitCodeOfAudit,
  },
  {
    name: 'check',
    summary: 'Find out what prevents debugging: rights, Pod Security, server',
    usage: 'check [POD] [flags]',
    examples: [
      { does: 'check whether you may debug pods in a namespace', args: 'check -n shop' },
      { does: 'check whether pod web-1 can be debugged, and with which profiles', args: 'check web-1' },
      { does: 'print, for an administrator, the Role that grants the rights', args: 'check -o yaml' },
    ],
    flags: CHECK_FLAGS,
    exitCodeOf: exitCodeOfCheck,
  },
  {
    name: 'stop',
    summary: 'End debug containers, and delete debug copies and node pods',
    usage: 'stop [POD] [flags] | stop --mine [flags] | stop --older-than=AGE [flags]',
    examples: [
      { does: 'end the debug container that runs in pod web-1', args: 'stop web-1' },
      { does: 'delete a debug copy without asking', args: 'stop web-1-debug --yes' },
      { does: 'end everything that you started in the namespace', args: 'stop --mine' },
      {
        does: 'list what was left behind at least a day ago',
        args: 'stop --older-than=1d -A --dry-run=client',
      },
    ],
    flags: STOP_FLAGS,
    exitCodeOf: exitCodeOfCheck,
  },
  {
    name: 'cp',
    summary: 'Copy files out of and into containers, which need no tar',
    usage:
      'cp POD[:CONTAINER]:PATH... LOCAL|- [flags] | cp LOCAL...|- POD[:CONTAINER]:PATH | cp POD:PATH... POD:PATH',
    examples: [
      { does: 'copy a folder of pod web-1 into this one', args: 'cp web-1:/var/log .' },
      { does: 'copy a file into container app of the pod', args: 'cp app.conf web-1:app:/etc/app/' },
      { does: 'copy what is in a folder, but not the folder', args: 'cp web-1:/data/. backup' },
      { does: 'copy between two pods', args: 'cp web-1:/data/db web-2:/data/' },
      { does: 'get a tar stream', args: 'cp web-1:/etc -' },
      { does: 'follow a log file, also when it is replaced', args: 'cp -f web-1:/var/log/app.log -' },
    ],
    flags: CP_FLAGS,
    exitCodeOf: exitCodeOfCheck,
  },
  {
    name: 'snapshot',
    summary: 'Write all evidence of a pod to one file, before the pod is gone',
    usage: 'snapshot TARGET... [flags] | snapshot -l SELECTOR [flags]',
    examples: [
      { does: 'write logs, events, processes, sockets and more of pod web-1', args: 'snapshot web-1' },
      { does: 'take a file of the container too', args: 'snapshot web-1 --file=/app/config.yaml' },
      { does: 'add no debug container', args: 'snapshot web-1 --no-container -o web-1.tgz' },
      { does: 'take one file of each pod of a deployment', args: 'snapshot deploy/web -o evidence/' },
      { does: 'delete the pod when the file is written', args: 'snapshot web-1 --then=delete' },
    ],
    flags: SNAPSHOT_FLAGS,
    exitCodeOf: exitCodeOfCheck,
  },
  {
    name: 'forward',
    summary: 'Forward local ports to a pod, and to what only the pod can reach',
    usage: 'forward TARGET [LOCAL:]REMOTE... [flags] | forward TARGET LOCAL:HOST:PORT... [flags]',
    examples: [
      { does: 'forward port 8080 here to port 80 of pod web-1', args: 'forward web-1 8080:80' },
      { does: 'forward a named port of a service, from any free port', args: 'forward svc/web :https' },
      { does: 'go on with the next pod while a deployment rolls out', args: 'forward deploy/web 8080' },
      {
        does: 'reach the database that only the pod reaches, through a debug container',
        args: 'forward web-1 5432:db:5432',
      },
      { does: 'reach everything that the pod reaches, by SOCKS', args: 'forward web-1 --socks=1080' },
    ],
    flags: FORWARD_FLAGS,
    exitCodeOf: exitCodeOfCheck,
  },
  {
    name: 'capture',
    summary: 'Capture the packets of pods, to a file, in Wireshark or as lines',
    usage: 'capture TARGET... [flags] [[--] FILTER...] | capture -l SELECTOR [flags] [[--] FILTER...]',
    examples: [
      { does: 'print the packets of pod web-1 on port 80', args: 'capture web-1 tcp port 80' },
      { does: 'write all of its packets to a file, until Ctrl-C', args: 'capture web-1 -w web.pcapng' },
      { does: 'show them in Wireshark as they come', args: 'capture web-1 --open' },
      {
        does: 'write packets of all pods of a deployment to one file for a minute',
        args: 'capture deploy/web -w web.pcapng --duration=1m -- host 10.0.0.7 and not port 22',
      },
      { does: 'pass packets on', args: 'capture web-1 -w - udp port 53' },
    ],
    flags: CAPTURE_FLAGS,
    habits: TCPDUMP_OPTIONS,
    exitCodeOf: exitCodeOfCheck,
  },
  {
    name: 'completion',
    summary: 'Print the completion script for a shell',
    usage: 'completion bash|zsh|fish|powershell',
    examples: [
      {
        does: 'for bash, here or in ~/.bashrc: source <(kubectl-debug completion bash)',
        args: 'completion bash',
      },
      { does: 'for fish: … > ~/.config/fish/completions/kubectl-debug.fish', args: 'completion fish' },
    ],
    flags: [],
    exitCodeOf: exitCodeOfCheck,
  },
];

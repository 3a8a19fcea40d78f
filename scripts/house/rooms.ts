import type { House, Room } from './house.ts';
import { LIBRARIES } from './libraries.ts';
import { AUDIT, FLEET, SNAPSHOT } from './many-pods.ts';
import { CAPTURE, FORWARD } from './pod-network.ts';
import { ROOF } from './roof.ts';

const GROUND: readonly Room[] = [
  {
    name: 'errors',
    does: 'errors a user can act on, exit codes, bounds, safe text',
    imports: '',
    isPure: true,
    rooms: {
      '.': '`CliError`, its kinds and exit codes; the table of bounds; which characters are printable',
      refusals: 'the table of all that a cluster refuses: the word, why, the next command',
    },
  },
  {
    name: 'io',
    folder: 'src',
    does: 'the type `Io`: streams, terminal, environment, clock, signals',
    imports: '',
    rooms: {
      'io.ts': 'everything outside the process that a command may touch',
      'version.ts': 'the version of the package',
    },
  },
  {
    name: 'system',
    does: 'what depends on the operating system: whom to trust, signals, batch files',
    imports: '',
    rooms: {
      '.': 'owners, rights and links on the way to a file',
      'single-file': "differences of the executable's runtime from Node, patched",
    },
  },
  {
    name: 'pod',
    does: 'reads one pod object',
    imports: 'errors',
    isPure: true,
    rooms: {
      '.': 'the types of pods, names, timestamps',
      containers: 'container roles, states and ids; debug containers, the envelope, the keeper',
      columns: 'the columns that kubectl prints for pods',
      images: 'image names, and which pull secret the kubelet uses for one',
      resources: 'requests, limits, OOM scores and the quality of service class',
      explain: 'why a pod or container is not ready, and the next step',
    },
  },
  {
    name: 'flags',
    does: "pflag's syntax: tables of flags, one parser",
    imports: 'errors',
    isPure: true,
    rooms: {
      '.': 'the parser of command lines and the types of flags',
      tables: 'the flags of each command',
      'tables/network': 'the flags of the commands about the network of a pod',
      'tables/fleet': 'the flags for audits that a cluster runs itself, and for several clusters',
    },
  },
];

const CLUSTER: Room = {
  name: 'cluster',
  does: 'talks to the API server',
  imports: 'errors io system pod',
  rooms: {
    formats: 'JSON, YAML and protobuf as bytes and lines',
    settings: 'kubeconfig files and flags: which server, user and proxy',
    'network/connections': 'connections that are opened ahead, and those that are lost',
    network: 'TLS, proxies, tunnels, sockets',
    credentials: 'exec plugins, OIDC, token files, impersonation',
    objects: 'the shapes of API objects, checked as they come in',
    '.': 'the type `Cluster`, and paths of the API',
    refusals: 'errors of the API, and what they mean for the user',
    list: 'lists, page by page, in protobuf where that is enough',
    api: 'one file a call: pods, logs, attach and exec, access reviews',
    time: 'deadlines and back-off; and slots: how many at once',
    watch: 'watches of lists and of one pod',
    requests: 'one request: retries, redirects, upgrades, what `-v` shows',
    connect: 'from settings to a `Cluster`',
  },
};

const STAGES: readonly Room[] = [
  {
    name: 'output',
    does: 'what a person or program reads',
    imports: 'errors io system pod cluster',
    rooms: {
      '.': 'text of a cluster made safe for a terminal',
      page: 'the frame of an HTML page that loads and runs nothing of others; text made safe for it',
      files: 'files that appear under their names only when they are whole',
      table: 'tables of pods and containers',
      say: 'notes, errors, progress, waits, styles',
      markdown: 'a Markdown page as text for a terminal',
      ask: 'questions to the user',
      jsonpath: "kubectl's JSONPath, custom columns and sort keys",
      yaml: "YAML as kubectl's printer writes it",
      print: '`-o` of pods and of one object',
    },
  },
  {
    name: 'target',
    does: 'names and files become pods, nodes, containers',
    imports: 'errors io pod cluster',
    rooms: {
      names: 'the words that name a target, and near names for a mistyped one',
      manifests: 'what `-f` names: files, folders, URLs, stdin',
      objects: 'the pod or node of a name',
      workloads: 'the pods of a workload or node, by label selectors',
      containers: 'the target container, and the debug container to attach to',
    },
  },
  {
    name: 'plan',
    does: 'request and pod become the exact object to create',
    imports: 'errors pod',
    importsTypesOf: 'target',
    isPure: true,
    rooms: {
      'omit-fields.ts': 'an object without some of its fields',
      custom: '`--custom`: a partial container, merged as the API server merges',
      security: 'profiles, and what the pod and the namespace allow',
      request: 'what was asked for, checked and fitted to the pod',
      rootfs: "the script that shows the target's files as the root",
      container: 'the debug container',
      copy: 'the copy of a pod',
      '.': 'plans for pods, nodes, keepers and `stop`; fallbacks',
    },
  },
  {
    name: 'start',
    does: 'carries out the plan, waits for the start',
    imports: 'errors io pod cluster',
    importsTypesOf: 'plan',
    rooms: {
      judge: 'why a start fails: the status and the events, read by tables',
      wait: 'the wait for the start, and the signs of it',
      create: 'the requests that add the container or create the pod, with fallbacks',
    },
  },
  {
    name: 'session',
    does: 'attach, exec or log: shows a container until its outcome',
    imports: 'errors io system pod cluster',
    importsTypesOf: 'start',
    rooms: {
      terminal: 'raw mode, window size, terminal modes',
      local: 'our stdout and stderr, with a file for what a slow reader leaves',
      '.': 'outcomes, time limits, the choice of a way to the output',
      records: 'the records that an envelope prints',
      streams: 'attach and exec streams over WebSocket, frames, keep-alive',
      input: 'stdin and the detach keys',
      log: 'sessions that show the log',
      gap: 'output printed while no stream was attached: found in the log',
      mend: 'one session over several connections',
      exec: 'sessions that run a command in a container that runs',
      attach: 'sessions that attach to a container',
      scripts: 'small scripts that run in a debug container',
    },
  },
  {
    name: 'files',
    does: 'moves files between a container and this machine',
    imports: 'errors io system pod cluster session',
    rooms: {
      'file-sink.ts': 'what takes the files of a container',
      names: 'arguments of `cp`, safe paths, links that lead out, text for people',
      remote: 'the scripts about files that run in the debug container',
      fetch: 'reads files of a container, through cuts, and checks them',
      receive: 'a copied file or folder comes to this machine',
      tar: 'a copied file or folder becomes a tar stream',
      send: 'sends local files into a container, through cuts, and checks them',
    },
  },
  {
    name: 'record',
    does: 'writes what a session shows to a file, as it goes',
    imports: 'errors io system pod output',
    importsTypesOf: 'session',
    rooms: {
      '.': '`--record`: the file of a session and what stands in it',
      statements: '`--record=commands`: the marks around a prompt, and the line between them',
    },
  },
  {
    name: 'join',
    does: 'from a started container to the exit code',
    imports: 'errors io system pod cluster output plan start session record',
    rooms: {
      'connected.ts': 'the cluster, pod and request of a session',
      'watched.ts': 'the container of a session, as it was asked for and as it is watched',
      'keeper/keeper-request.ts': 'the command to run in a keeper',
      end: 'outcome to exit code or error; what to run next',
      hear: 'what the first lines of output say about a failure',
      'limit-run.ts': '`--timeout` and the like',
      say: 'notes about the target, terminal and connection',
      '.': 'wait for the start, open the session, show it',
      keeper: 'debug containers that are kept: find or add one, run a command in it',
    },
  },
];

export const HOUSE: House = {
  rooms: [...GROUND, CLUSTER, ...STAGES, AUDIT, SNAPSHOT, FORWARD, CAPTURE, FLEET, ...ROOF],
  libraries: LIBRARIES,
};

// One node: its own containerd and kubelet, and a bridge for its pods.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { at, kubectl, PORT, run, write } from './paths.mjs';
import { importImage } from './images.mjs';
import { start, startKube, until } from './processes.mjs';
import { programs } from './runtimes.mjs';

export async function startNode(node, imageTars) {
  const { containerd, ctr, shim } = programs();
  for (const directory of ['cni', 'static', 'kubelet', 'pod-logs'])
    fs.mkdirSync(node.at(directory), { recursive: true });
  fs.mkdirSync(node.run, { recursive: true });
  write(
    node.at('containerd.toml'),
    `version = 2
root = "${node.at('containerd')}"
state = "${node.run}/containerd"
[grpc]
  address = "${node.socket}"
[plugins."io.containerd.nri.v1.nri"]
  disable = true # its socket lies at one place of the machine, so only one node would start
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:dev"
  stream_server_address = "127.0.0.1"
  restrict_oom_score_adj = true # root may lack CAP_SYS_RESOURCE in a sandbox
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${node.at('cni')}"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    ${shim === undefined ? '' : `runtime_path = "${shim}" # else the PATH names the one of Debian`}
`,
  );
  write(
    node.at('cni/10-test.conflist'),
    JSON.stringify({
      cniVersion: '0.4.0',
      name: node.bridge,
      plugins: [
        {
          type: 'bridge',
          bridge: node.bridge,
          isGateway: true,
          ipam: {
            type: 'host-local',
            dataDir: node.at('cni-data'),
            ranges: [[{ subnet: node.subnet }]],
            routes: [{ dst: '0.0.0.0/0' }],
          },
        },
      ],
    }),
  );
  write(
    node.at('kubelet.json'),
    JSON.stringify({
      apiVersion: 'kubelet.config.k8s.io/v1beta1',
      kind: 'KubeletConfiguration',
      address: node.name,
      port: PORT.kubelet,
      readOnlyPort: 0,
      healthzPort: 0,
      authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
      authorization: { mode: 'AlwaysAllow' },
      cgroupDriver: 'cgroupfs',
      cgroupsPerQOS: false,
      enforceNodeAllocatable: [],
      failCgroupV1: false,
      failSwapOn: false,
      localStorageCapacityIsolation: false,
      containerRuntimeEndpoint: `unix://${node.socket}`,
      staticPodPath: node.at('static'),
      podLogsDir: node.at('pod-logs'),
      clusterDNS: ['10.96.0.10'],
      clusterDomain: 'cluster.local',
      maxPods: 400,
      evictionHard: { 'memory.available': '1Mi' },
      kubeAPIQPS: 200,
      kubeAPIBurst: 400,
    }),
  );
  start(`containerd-${node.name}`, containerd, ['-c', node.at('containerd.toml')]);
  await until(
    `containerd of ${node.name}`,
    () => spawnSync(ctr, ['-a', node.socket, 'version']).status === 0,
  );
  for (const tar of imageTars) importImage(ctr, node.socket, tar);
  startKube(
    'kubelet',
    {
      config: node.at('kubelet.json'),
      kubeconfig: at('kubeconfig'),
      'hostname-override': node.name,
      'root-dir': node.at('kubelet'),
      'cert-dir': node.at('pki'),
    },
    `kubelet-${node.name}`,
  );
}

export const isNodeReady = (node) =>
  kubectl('get', 'node', node.name, '-o', 'jsonpath={.status.conditions[?(@.type=="Ready")].status}')
    .stdout === 'True';

/** Ends all that runs on a node. Containers outlive containerd, so their tasks end first. */
export function endContainers(node) {
  const ctr = (...args) =>
    spawnSync(programs().ctr, ['-a', node.socket, '-n', 'k8s.io', ...args], { encoding: 'utf8' });
  const tasks = ctr('tasks', 'ls', '-q').stdout ?? '';
  for (const id of tasks.split('\n').filter(Boolean)) ctr('tasks', 'delete', '--force', id);
}

export function removeBridge(node) {
  if (fs.existsSync(`/sys/class/net/${node.bridge}`)) run('ip', ['link', 'delete', node.bridge]);
}

import type { Room } from './house.ts';

/** The rooms of the playground, in their order. */
export const PLAYGROUND: Room['rooms'] = {
  'hook.ts': 'what a test can do to a request',
  'json.ts': 'JSON that was not checked yet',
  'timestamps.ts': 'times as the API server writes them',
  'pod-behaviour.ts': 'how a pod misbehaves on purpose',
  'kubelet.ts': 'what the API server asks of the kubelet',
  'api/request': 'authentication, rights, discovery, bodies',
  store: 'objects, versions, selectors',
  read: 'get, list and watch',
  pods: 'create, patch and delete pods, validated',
  streams: 'attach, exec and log over the wire',
  ports: 'port-forward over SPDY',
  'api/answer': 'a request to its answer',
  'certificate.ts': 'a certificate for one run',
  api: 'the HTTP server',
  'run/process': 'processes of this machine as containers',
  'run/namespaced': 'containers with namespaces of their own',
  run: 'the choice between the two',
  'kubelet/output': 'container logs and attached clients',
  'kubelet/containers': 'one container over its restarts',
  'kubelet/pods': 'pod status and lifecycle',
  'kubelet/scripted': 'pods that play a script',
  kubelet: 'the kubelet',
  '.': 'the playground, its demo and their pods',
};

import type { House } from './house.ts';

/** The rooms or sub-rooms that may import each library; docs/dependencies.md says what it is for. */
export const LIBRARIES: House['libraries'] = {
  '@clack/prompts': ['output/ask'],
  '@kubernetes/client-node': ['cluster/credentials'],
  '@lydell/node-pty': ['playground/run'],
  diff: ['audit/results'],
  'openid-client': ['cluster/credentials'],
  ora: ['output/say'],
  selfsigned: ['playground'],
  socks: ['cluster/network'],
  'tar-stream': ['files', 'snapshot'],
  ws: ['cluster', 'session/streams', 'playground'],
  yaml: ['cluster/formats', 'kuberc', 'target/manifests'],
};

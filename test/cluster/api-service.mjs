// The Service `kubernetes`: pods reach the API server at its address. A cluster of ours has no kube-proxy, so the machine
// has that address on its loopback device, and a program there passes connections on.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { at, HERE, ID, kubectl, PORT, run, write } from './paths.mjs';
import { start, started, until } from './processes.mjs';

const NAME = 'api-service';
const PORT_OF_SERVICE = 443;

/** The addresses of Services. Each cluster has its own, as clusters side by side share the loopback device. */
export const SERVICE_RANGE = `10.96.${ID + 1}.0/24`;

const serviceAddress = () =>
  kubectl('get', 'service', 'kubernetes', '--namespace=default', '--output=jsonpath={.spec.clusterIP}')
    .stdout;

/** Makes the API server reachable for pods, unless it is. */
export async function startApiService() {
  if (started().some(({ name }) => name === NAME)) return;
  await until('the Service "kubernetes"', () => serviceAddress() !== '');
  const address = serviceAddress();
  write(at(NAME), address); // for the way back, before there is something to take back
  run('ip', ['address', 'replace', `${address}/32`, 'dev', 'lo']);
  start(NAME, process.execPath, [
    path.join(HERE, 'service-proxy.mjs'),
    address,
    String(PORT_OF_SERVICE),
    String(PORT.api),
  ]);
}

/** Takes the address from the machine. */
export function removeApiService() {
  if (!fs.existsSync(at(NAME))) return;
  const address = fs.readFileSync(at(NAME), 'utf8');
  spawnSync('ip', ['address', 'delete', `${address}/32`, 'dev', 'lo']); // it may be gone already
}

import { networkInterfaces } from 'node:os';
import { getNode } from '../../cluster/api/nodes.ts';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Connected } from '../../join/connected.ts';
import { makeSecret } from '../../pod/containers/envelope.ts';
import type { ContainerRef, Pod } from '../../pod/types.ts';
import { runScript } from '../../session/streams/run-script.ts';

/** A port of a node through which the packets that we capture come to us, and so would be captured again. */
export interface OwnPort {
  readonly port: number;
  readonly of: 'kubelet' | 'container runtime' | 'API server';
}

/** The port of every kubelet that is not told otherwise. */
const KUBELET_PORT = 10_250;
/** The port of most API servers; a load balancer in front of them may have another one. */
const API_PORT = 6443;
/** A node listens there for many reasons. */
const COMMON_PORTS: readonly number[] = [80, 443, 8080, 8443];

/**
 * Finds which connection carries the output of an exec: prints a secret, and looks for it in the packets of the node. The
 * runtime's server speaks plain HTTP with the kubelet. Then tells which of the ports in `$3` and so on, in hexadecimal, the
 * node listens on.
 */
const SCRIPT = `
secret=$1$2
shift 2
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
exec 3>&1
{ tcpdump -p -l -n -q -A -i any -c 20000 'tcp and less 600' 2>&1 & sleep 2; kill $! 2>/dev/null; } | {
  head=
  while IFS= read -r line; do
    case $line in
      *'listening on'*) echo "$secret" >&3 ;;
      *' > '*': '*) head=$line ;;
    esac
    case $line in *"$secret"*) echo "carried $head" >&3 ;; esac
  done
}
for table in /proc/net/tcp /proc/net/tcp6; do
  [ -r "$table" ] || continue
  while read -r _ local _ state _; do
    [ "$state" = 0A ] || continue
    for port in "$@"; do [ "\${local##*:}" != "$port" ] || echo "listens $port"; done
  done < "$table"
done
`;
const TIMEOUT_MS = 15_000;

/** A pod that uses the network of its node, and a container in it that has tcpdump. */
interface Seen {
  readonly pod: Pod;
  readonly container: ContainerRef;
}

/**
 * The ports through which a capture in this pod travels itself; none unless the pod uses the network of its node. What cannot
 * be found out is left out. Throws the signal's reason.
 */
export async function findOwnPorts(
  connected: Connected,
  { pod, container }: Seen,
  signal: AbortSignal,
): Promise<readonly OwnPort[]> {
  if (pod.spec.hostNetwork !== true) return [];
  const { hostname, port } = new URL(connected.cluster.server);
  const api = { host: hostname, port: Number(port || 443) };
  const asked = apiCandidates(api, pod.status?.hostIP);
  const [kubelet, text] = await Promise.all([
    kubeletPort(connected, pod, signal),
    look(connected, { container, ports: asked }, signal),
  ]);
  const found = readOwnPorts(text);
  const isHere = isThisMachine(pod.status?.hostIP, api.host);
  return unique([
    { port: kubelet, of: 'kubelet' },
    ...found,
    ...(isHere ? [{ port: api.port, of: 'API server' } as const] : []),
  ]);
}

function unique(ports: readonly OwnPort[]): readonly OwnPort[] {
  return [...new Map(ports.map((each) => [each.port, each])).values()];
}

function apiCandidates(
  { host, port }: { readonly host: string; readonly port: number },
  hostIp: string | undefined,
): readonly number[] {
  const isCommon = COMMON_PORTS.includes(port) && host !== hostIp;
  return isCommon ? [API_PORT] : [API_PORT, port];
}

/** Whether we run on the node of a pod, so that our own connection to the API server is one of the node. */
function isThisMachine(hostIp: string | undefined, apiHost: string): boolean {
  if (hostIp === undefined) return false;
  if (/^127\./.test(hostIp)) return /^(?:127\.|localhost$|\[::1\]$)/.test(apiHost);
  return Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === hostIp));
}

async function kubeletPort({ cluster }: Connected, { spec }: Pod, signal: AbortSignal): Promise<number> {
  try {
    const { status } = await getNode(cluster, spec.nodeName ?? '', signal);
    return status?.daemonEndpoints?.kubeletEndpoint?.Port ?? KUBELET_PORT;
  } catch (error) {
    signal.throwIfAborted();
    if (isApiError(error) || isCliError(error)) return KUBELET_PORT;
    throw error;
  }
}

async function look(
  { io, cluster }: Connected,
  { container, ports }: { readonly container: ContainerRef; readonly ports: readonly number[] },
  signal: AbortSignal,
): Promise<string> {
  // In two halves, so that only what is printed has the whole.
  const halves = [makeSecret(io.random), makeSecret(io.random)];
  const args = [...halves, ...ports.map((port) => port.toString(16).toUpperCase().padStart(4, '0'))];
  try {
    const script = { container, text: SCRIPT, args, timeoutMs: TIMEOUT_MS };
    const { stdout } = await runScript({ io, cluster }, script, signal);
    return stdout;
  } catch (error) {
    signal.throwIfAborted();
    if (isApiError(error) || isCliError(error)) return '';
    throw error;
  }
}

/** `IP 127.0.0.1.39467 > 127.0.0.1.51582: …`: the sender is the side of the container. */
const CARRIED = /^carried .*\bIP6? \S+\.(\d+) > \S+:/;
const LISTENS = /^listens ([0-9A-F]{4})$/;

/** Reads what the script has found. */
export function readOwnPorts(text: string): readonly OwnPort[] {
  return text.split('\n').flatMap((line): readonly OwnPort[] => {
    const carried = CARRIED.exec(line)?.[1];
    if (carried !== undefined) return [{ port: Number(carried), of: 'container runtime' }];
    const listens = LISTENS.exec(line)?.[1];
    return listens === undefined ? [] : [{ port: parseInt(listens, 16), of: 'API server' }];
  });
}

/** `tcp ports 20350 (kubelet), 39467 (container runtime)`. */
export function describeOwnPorts(ports: readonly OwnPort[]): string {
  const all = ports.map(({ port, of }) => `${port} (${of})`).join(', ');
  return `tcp ${ports.length === 1 ? 'port' : 'ports'} ${all}`;
}

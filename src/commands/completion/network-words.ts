import { getService } from '../../cluster/api/services.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { getPod } from '../../cluster/api/pods.ts';
import { declaredPorts } from '../../forward/ports/declared-ports.ts';
import { parseTarget, type TargetRef } from '../../target/names/parse-target.ts';
import { findReadyPod } from '../../target/workloads/find-ready-pod.ts';
import type { Candidate, Lookup, Source } from './completion-source.ts';

/** A port of a target; `of` is its container, or says that it is a service's. */
interface OfferedPort {
  readonly name: string | undefined;
  readonly port: number;
  readonly protocol: string;
  readonly of: string;
}

/** A local port in front of the port of the pod: `8080:`, or `:` for any. What else may be typed there is not looked up. */
const PORT = /^(\d*:)?[^:]*$/;

/** What is typed after `forward`: a target, then the ports that it declares, by number and by name. */
export function forwardWords(lookUpTargets: Source): Source {
  return async function* (lookup) {
    const [first] = lookup.names;
    if (first === undefined) return yield* withoutNodes(lookUpTargets, lookup);
    const [whole, local = ''] = PORT.exec(lookup.typed) ?? [];
    if (whole === undefined) return;
    const ports = await portsOf(lookup, parseTarget(first));
    for (const { name, port, protocol, of } of ports) {
      if (protocol !== 'TCP') continue;
      yield { word: `${local}${port}`, description: name === undefined ? of : `${name}, ${of}` };
      if (name !== undefined) yield { word: `${local}${name}`, description: `${port}, ${of}` };
    }
  };
}

/** The ports of a pod or service, or those of a ready pod of a workload. */
async function portsOf(
  { connect, signal }: Pick<Lookup, 'connect' | 'signal'>,
  target: TargetRef,
): Promise<readonly OfferedPort[]> {
  if (target.kind === 'node') return [];
  const cluster = await connect();
  if (target.kind === 'workload' && target.type === 'service')
    return portsOfService(cluster, target.name, signal);
  const pod =
    target.kind === 'pod'
      ? await getPod(cluster, { namespace: cluster.namespace, name: target.name }, signal)
      : await findReadyPod(cluster, target, signal);
  return declaredPorts(pod).map(({ container, ...port }) => ({ ...port, of: `container ${container}` }));
}

async function portsOfService(
  cluster: Cluster,
  name: string,
  signal: AbortSignal,
): Promise<readonly OfferedPort[]> {
  const { spec } = await getService(cluster, { namespace: cluster.namespace, name }, signal);
  return (spec?.ports ?? []).map(({ name: ofPort, port, protocol = 'TCP' }) => ({
    name: ofPort,
    port,
    protocol,
    of: 'service',
  }));
}

/** The words of pcap-filter(7) that a filter most often has. */
const FILTER: readonly Candidate[] = [
  { word: 'tcp', description: 'packets of TCP' },
  { word: 'udp', description: 'packets of UDP' },
  { word: 'icmp', description: 'ping and errors of IPv4' },
  { word: 'icmp6', description: 'ping and errors of IPv6' },
  { word: 'arp', description: 'who has an address' },
  { word: 'port', description: 'from or to a port: port 80' },
  { word: 'portrange', description: 'from or to one of several ports: portrange 8000-8080' },
  { word: 'host', description: 'from or to a host: host 10.0.0.7' },
  { word: 'net', description: 'from or to a network: net 10.0.0.0/8' },
  { word: 'src', description: 'only from: src host 10.0.0.7' },
  { word: 'dst', description: 'only to: dst port 443' },
  { word: 'and', description: 'both' },
  { word: 'or', description: 'one of both' },
  { word: 'not', description: 'all others' },
];

/** What is typed after `capture`: targets, and once there is one, further ones and the words of a filter. */
export function captureWords(lookUpTargets: Source): Source {
  return async function* (lookup) {
    if (lookup.names.length > 0) yield* FILTER;
    const isInFilter = lookup.names.some((name) => FILTER.some(({ word }) => word === name));
    if (isInFilter) return;
    for await (const candidate of withoutNodes(lookUpTargets, lookup))
      if (!lookup.names.includes(candidate.word)) yield candidate;
  };
}

/** Nothing is forwarded from or captured in a node. */
async function* withoutNodes(lookUpTargets: Source, lookup: Lookup): AsyncGenerator<Candidate, void> {
  if (/^no(?:des?)?\//.test(lookup.typed)) return;
  for await (const candidate of lookUpTargets(lookup))
    if (!/^no(?:de)?\/$/.test(candidate.word)) yield candidate;
}

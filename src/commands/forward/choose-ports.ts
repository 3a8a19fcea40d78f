import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { declaredPorts, describePort } from '../../forward/ports/declared-ports.ts';
import type { PortWish } from '../../forward/ports/port-wish.ts';
import type { PortPlace } from '../../forward/ports/resolve-remote.ts';
import type { Connected } from '../../join/connected.ts';
import { canAsk, choose } from '../../output/ask/choose.ts';
import { describePod, podRef } from '../../pod/pod-ref.ts';

/** A port to offer. */
interface Offered {
  readonly port: number;
  /** `http (8080)`, and whose it is. */
  readonly label: string;
}

function offersOf({ pod, service }: PortPlace): {
  readonly owner: string;
  readonly ports: readonly Offered[];
} {
  if (service !== undefined) {
    const ports = (service.spec?.ports ?? []).filter(({ protocol = 'TCP' }) => protocol === 'TCP');
    return {
      owner: `service "${service.metadata.name ?? ''}"`,
      ports: ports.map(({ name, port }) => ({ port, label: describePort({ name, port }) })),
    };
  }
  const ports = declaredPorts(pod).filter(({ protocol }) => protocol === 'TCP');
  return {
    owner: `pod ${describePod(pod)}`,
    ports: ports.map((port) => ({
      port: port.port,
      label: `${describePort(port)} of container ${port.container}`,
    })),
  };
}

/**
 * Chooses a port of a call that names none: the only one that the service has or the pod declares, else the one that the user
 * picks. Throws `not-found` if there is none, and `ambiguous` without a terminal.
 */
export async function choosePort(
  { io, notes }: Connected,
  place: PortPlace,
  signal: AbortSignal,
): Promise<PortWish> {
  const { owner, ports } = offersOf(place);
  const [first, ...others] = ports;
  const { namespace, name } = podRef(place.pod);
  const call = commandText`kubectl-debug forward ${name} -n ${namespace}`;
  if (first === undefined)
    throw new CliError('not-found', `${owner} declares no TCP port, and the call names none`, {
      hint: `${call} LOCAL:REMOTE, for example 8080:80`,
    });
  if (others.length === 0) {
    notes.note(`port ${first.label} is the only one of ${owner}`);
    return wishOf(first);
  }
  if (!canAsk(io))
    throw new CliError('ambiguous', `${owner} has ${ports.length} ports, and the call names none`, {
      hint: `name one or more of them: ${ports.map(({ label }) => label).join(', ')}`,
    });
  const choices = ports.map((port) => ({ label: port.label, value: port }));
  return wishOf(
    await choose(io, { question: `${owner} has ${ports.length} ports; which one?`, choices }, signal),
  );
}

function wishOf({ port }: Offered): PortWish {
  return {
    text: `${port}`,
    address: undefined,
    local: { kind: 'as-remote' },
    remote: { kind: 'number', port },
  };
}

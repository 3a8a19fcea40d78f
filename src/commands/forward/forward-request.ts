import { CliError } from '../../errors/cli-error.ts';
import { commandText, shellLine } from '../../errors/shell-word.ts';
import type { CommandInput, FlagValues } from '../../flags/flag.ts';
import { parsePortWish, parseSocksWish, type SocksWish } from '../../forward/ports/parse-port-wish.ts';
import type { PortWish } from '../../forward/ports/port-wish.ts';
import type { Io } from '../../io.ts';
import type { DebugRequest } from '../../plan/request/debug-request.ts';
import { imageOf } from '../shared/debug-defaults.ts';
import { parseOneTarget, type OneTarget } from '../shared/find-one-pod.ts';
import { readKeeperRequest, readRights, textOf } from '../shared/request/container-request.ts';
import { readPositiveDuration, readStartTimeout } from '../shared/session-options.ts';

/** The debug container for hosts that only the pod reaches. */
export interface RelayFlags {
  readonly request: DebugRequest;
  readonly startTimeoutMs: number;
  /** How long a new one is kept, in milliseconds. */
  readonly maxLifeMs: number;
}

/** What the user asks `forward` to do. */
export interface ForwardRequest {
  /** undefined if the user is to be asked. */
  readonly target: OneTarget | undefined;
  /** Empty if the ports that the pod declares count, unless there is `socks`. */
  readonly ports: readonly PortWish[];
  readonly socks: SocksWish | undefined;
  /** Where to listen, for ports that name no address. */
  readonly addresses: readonly string[];
  /** How long to wait for a pod that runs, in milliseconds. */
  readonly waitMs: number;
  /** undefined if nothing needs a debug container. */
  readonly relay: RelayFlags | undefined;
  readonly isQuiet: boolean;
}

/** Flags that only a debug container obeys. */
const FOR_CONTAINER = ['image', 'image-pull-policy', 'profile', 'run-as-user', 'timeout', 'max-life'];

/** Reads the command line of `forward`. Throws `usage` and `image-invalid`, before anything is asked of the cluster. */
export function readForwardRequest(io: Io, input: CommandInput, canAsk: boolean): ForwardRequest {
  const { flags, names, commandAfterDash } = input;
  if (commandAfterDash !== undefined)
    throw new CliError('usage', 'forward runs no command', { hint: 'leave out -- and what follows' });
  const [first, ...words] = names;
  if (first === undefined && !canAsk)
    throw new CliError('usage', 'no pod is named', {
      hint: 'kubectl-debug forward TARGET [LOCAL:]REMOTE, for example deploy/web 8080:80',
    });
  const target = first === undefined ? undefined : readTarget(first, words);
  const ports = words.map(parsePortWish);
  const socksText = textOf(flags, 'socks');
  const socks = socksText === undefined ? undefined : parseSocksWish(socksText);
  const needsContainer = socks !== undefined || ports.some(({ remote }) => remote.kind === 'host');
  if (!needsContainer) refuseContainerFlags(flags);
  return {
    target,
    ports,
    socks,
    addresses: readAddresses(flags),
    waitMs: readPositiveDuration(flags, { name: 'pod-running-timeout', example: '1m' }) ?? 0,
    relay: needsContainer ? readRelay(io, flags) : undefined,
    isQuiet: flags.boolean('quiet'),
  };
}

/** The first word is the target, as in kubectl: a port in its place was hardly meant as one. */
function readTarget(text: string, others: readonly string[]): OneTarget {
  if (/^[0-9]*:|^[0-9]+$/.test(text))
    throw new CliError('usage', `the first word of forward is a pod or workload, and "${text}" is a port`, {
      hint: `${commandText`kubectl-debug forward`} TARGET ${shellLine([text, ...others])}`,
    });
  return parseOneTarget(text, 'forward to');
}

function readAddresses(flags: FlagValues): readonly string[] {
  const addresses = flags.strings('address').map((text) => text.trim());
  if (addresses.length > 0 && !addresses.includes('')) return addresses;
  throw new CliError('usage', '--address names no address', {
    hint: 'for example --address=localhost,10.0.0.5, or --address=0.0.0.0 for all',
  });
}

function refuseContainerFlags(flags: FlagValues): void {
  const given = FOR_CONTAINER.find((name) => flags.isGiven(name));
  if (given === undefined) return;
  throw new CliError('usage', `--${given} is about a debug container, and this call adds none`, {
    hint: `leave out --${given}; only LOCAL:HOST:PORT and --socks go through a debug container`,
  });
}

function readRelay(io: Io, flags: FlagValues): RelayFlags {
  return {
    request: readKeeperRequest(io, flags, { image: imageOf(flags), ...readRights(flags) }),
    startTimeoutMs: readStartTimeout(flags),
    maxLifeMs: readPositiveDuration(flags, { name: 'max-life', example: '8h' }) ?? 0,
  };
}

import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { isApiError } from '../../cluster/refusals/api-error.ts';
import { explainApiError } from '../../cluster/refusals/explain-api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { commandText } from '../../errors/shell-word.ts';
import { DEFAULT_IMAGE } from '../../flags/tables/debug-flags.ts';
import type { Connected } from '../../join/connected.ts';
import { endNewKeeper } from '../../join/keeper/end-new-keeper.ts';
import { openKeeper, type KeeperWish, type OpenKeeper } from '../../join/keeper/open-keeper.ts';
import { humanDuration } from '../../pod/columns/human-duration.ts';
import { makeSecret } from '../../pod/containers/envelope.ts';
import { describeContainer, describePod } from '../../pod/pod-ref.ts';
import type { Destination, Way } from '../way.ts';
import { chooseConnector } from './connector/choose-connector.ts';
import { CONNECT_SECONDS, type Connector } from './connector/connectors.ts';
import { describeDestination, destinationLine } from './connector/destination-words.ts';
import type { ExecLoss, ExecPlace } from './exec-stream.ts';
import { failureHint } from './connector/failure-hint.ts';
import type { Hearing } from './hear-connection.ts';
import { keepWarden, type KeptWarden } from './keep-warden.ts';
import { whenKeeperEnds } from './keeper-end.ts';
import { openLink, type Link } from './link.ts';
import { relayConnection } from './relay-connection.ts';
import { makeSlots } from '../../cluster/time/slots.ts';
import { keepSpares } from './spares.ts';
import { openWarden, type Warden } from './warden.ts';
import { watchEnd } from './watch-end.ts';

/** The debug container to open connections through. */
export type RelayWish = KeeperWish;

/** How many connections are open at the same time; others wait. */
const MOST_CONNECTIONS = 100;
/** How many execs are being opened at the same time. */
const MOST_OPENING = 16;

/**
 * Opens a way to any host that the pod can reach, through a debug container that is kept. Throws as `openKeeper` and
 * `openWarden`, and `command-not-found` if the image has no program that connects.
 */
export async function openRelay(connected: Connected, wish: RelayWish, signal: AbortSignal): Promise<Way> {
  const { io, cluster } = connected;
  const keeper = await openKept(connected, wish, signal);
  const nonce = makeSecret(io.random);
  const place = { io, cluster, container: keeper.ref };
  try {
    const warden = await openWarden(place, nonce, signal);
    const connector = chooseConnector(warden.programs);
    if (connector === undefined) {
      warden.close();
      await endNewKeeper(connected, keeper);
      throw noConnector(keeper, wish);
    }
    return makeWay({ place, keeper, nonce, connector }, warden);
  } catch (error) {
    keeper.close();
    refuse(error, keeper);
  }
}

function refuse(error: unknown, { ref }: OpenKeeper): never {
  throw isApiError(error)
    ? explainApiError(error, { action: `open connections through ${describeContainer(ref)}` })
    : error;
}

async function openKept(connected: Connected, wish: RelayWish, signal: AbortSignal): Promise<OpenKeeper> {
  const { pod, maxLifeMs } = wish;
  try {
    const keeper = await openKeeper(connected, wish, signal);
    if (keeper.isNew)
      connected.notes.note(
        `added debug container "${keeper.ref.container}" to ${describePod(pod)}, which is kept for ${humanDuration(maxLifeMs)}; the next forward uses it; to end it: ${commandText`kubectl-debug stop ${keeper.ref.name} -n ${keeper.ref.namespace}`}`,
      );
    return keeper;
  } catch (error) {
    if (!isApiError(error)) throw error;
    throw explainApiError(error, { action: `add a debug container to ${describePod(pod)}` });
  }
}

function noConnector({ ref }: OpenKeeper, { request }: RelayWish): CliError {
  const image = request.image ?? '';
  return new CliError(
    'command-not-found',
    `image "${image}" of ${describeContainer(ref)} has no program that opens connections: no socat, ncat, perl or nc that passes on the end of the input`,
    { hint: commandText`use an image with one: --image=${DEFAULT_IMAGE}` },
  );
}

interface Relay {
  readonly place: ExecPlace;
  readonly keeper: OpenKeeper;
  readonly nonce: string;
  readonly connector: Connector;
}

function makeWay({ place, keeper, nonce, connector }: Relay, first: Warden): Way {
  const { io } = place;
  const over = new AbortController();
  const open = new Set<Duplex>();
  const kept = keepWarden({ place, nonce, first }, over.signal);
  const opening = makeSlots(MOST_OPENING);
  const slots = makeSlots(MOST_CONNECTIONS);
  const linkPlace = { ...place, connector, nonce, warden: kept.warden };
  const links = new Set<Link>();
  const spares = keepSpares(io, async (signal) => {
    const free = await opening.take(signal);
    const link = openLink(linkPlace, signal).catch((error: unknown) => refuse(error, keeper));
    return track(await link.finally(free), links);
  });
  const close = (): void => {
    if (over.signal.aborted) return;
    over.abort();
    for (const connection of open) connection.destroy();
    spares.close();
    for (const link of links) link.end();
    kept.close();
    keeper.close();
  };
  const lost = Promise.race([whenKeeperEnds(keeper, over.signal), kept.lost]);
  const watch = { watchEnd: watchEnd(io, kept.warden) };
  return {
    connect: (destination) => {
      const connection = relayConnection({
        line: () => destinationLine(destination),
        name: describeDestination(destination, keeper.ref),
        connector,
        hintOf: (reason) => failureHint(reason, destination, keeper.ref),
        ...(isNamed(destination) && asksWarden(destination, kept)),
        connectMs: CONNECT_SECONDS * 1000,
        sleep: io.sleep,
        ...(connector.atEnd === 'stays' && watch),
        open: async (signal) => {
          const free = await slots.take(signal);
          signal.addEventListener('abort', free);
          return spares.take(signal);
        },
      });
      open.add(connection);
      connection.once('close', () => open.delete(connection));
      return connection;
    },
    lost,
    close,
  };
}

function asksWarden({ port }: Destination, { warden }: KeptWarden): Pick<Hearing, 'hasBegun'> {
  return { hasBegun: async () => warden()?.hasBegun(port) };
}

/** Whether a connection begins with a question to DNS. */
function isNamed(destination: Destination): boolean {
  return destination.kind === 'host' && isIP(destination.host) === 0 && destination.host !== 'localhost';
}

function track(link: Link | ExecLoss, links: Set<Link>): Link | ExecLoss {
  if ('isUnstarted' in link) return link;
  links.add(link);
  void link.lost.then(() => links.delete(link));
  return link;
}

import { once, setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Service } from '../../cluster/api/services.ts';
import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import { isInterrupted } from '../../errors/interrupted.ts';
import type { CommandInput } from '../../flags/flag.ts';
import { findPodToFollow, type Follower, type Found } from '../../forward/follow/follow-pods.ts';
import { describeSource, type PodSource } from '../../forward/follow/pod-source.ts';
import { makeFailureLines, type FailureLines } from '../../forward/listen/failure-lines.ts';
import { openListeners, refuseSamePort, type Listeners } from '../../forward/listen/open-listeners.ts';
import { serveConnection } from '../../forward/listen/serve-connection.ts';
import { serveSocksConnection } from '../../forward/listen/serve-socks-connection.ts';
import { resolveRemote } from '../../forward/ports/resolve-remote.ts';
import type { Io } from '../../io.ts';
import type { Connected } from '../../join/connected.ts';
import { canAsk } from '../../output/ask/choose.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import { aborted } from '../../session/terminal/aborted.ts';
import { withCluster } from '../shared/with-cluster.ts';
import { jobsOf, withRights } from '../shared/with-rights.ts';
import { choosePort } from './choose-ports.ts';
import { findSource } from './find-source.ts';
import { readForwardRequest, type ForwardRequest } from './forward-request.ts';
import { localPorts, type LocalPort } from './local-ports.ts';
import { openWay } from './open-way.ts';
import { makeReception, type Reception } from './reception.ts';

/** In the first turn of its event loop after a signal a runtime may not have read from connections. */
const TURNS = 3;

/**
 * `kubectl-debug forward TARGET [LOCAL:]REMOTE…`: forwards local ports until Ctrl-C, which is its normal end, as that of
 * `kubectl port-forward`. Exits with 1 if nothing is left to forward to, 2 for a wrong call.
 */
export async function run(io: Io, input: CommandInput): Promise<number> {
  const request = readForwardRequest(io, input, canAsk(io));
  const notes = makeNotes(io, { quiet: request.isQuiet });
  return withCluster(io, input.flags, async (cluster, signal) => {
    const over = new AbortController();
    const ending = over.signal;
    // Each connection listens to it.
    setMaxListeners(0, ending);
    void afterTurns(signal).then(() => over.abort(signal.reason));
    try {
      const jobs = jobsOf(request.relay === undefined ? ['forward'] : ['forward', 'exec'], [request.target]);
      const call = { io, cluster, notes, isQuiet: request.isQuiet, jobs };
      return await withRights(call, (connected) => forward(connected, request, ending), ending);
    } finally {
      over.abort();
    }
  });
}

/**
 * Resolves a moment after the signal. Node tells of a signal after all that came over connections before it; the runtime of
 * the executable tells of it first, and connections that have ended would count as cut.
 */
async function afterTurns(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}

async function forward(connected: Connected, request: ForwardRequest, signal: AbortSignal): Promise<number> {
  let follower: Follower | undefined;
  let cutCount = 0;
  // Before anything else hears of the end, and cuts the connections.
  signal.addEventListener('abort', () => (cutCount = follower?.openCount() ?? 0), { once: true });
  const { source, service } = await findSource(connected, request.target, signal);
  const { waitMs, relay } = request;
  const needsPod = request.ports.some(({ remote }) => remote.kind !== 'host') || request.ports.length === 0;
  const found = await findPodToFollow(
    connected,
    {
      source,
      waitMs,
      openWay: (pod, ending) =>
        openWay(connected, { pod, needsPod: needsPod && !isSocksAlone(request), relay }, ending),
    },
    signal,
  );
  const ports = await wantedPorts(connected, { request, found, service }, signal);
  const reception = makeReception();
  const listeners = await listen(connected, ports, reception);
  try {
    follower = await found.follow();
    sayWhichPod(connected, source, found.pod);
    await serveUntilEnd(connected, { follower, listeners, ports, reception, service }, signal);
    return CHECK_EXIT.ok;
  } finally {
    listeners.close();
    reception.close();
    if (cutCount > 0)
      connected.notes.tell(`${cutCount} open ${cutCount === 1 ? 'connection was' : 'connections were'} cut`);
  }
}

/** The pod of a workload is our choice. Later lines say when another one is taken. */
function sayWhichPod({ notes }: Connected, source: PodSource, pod: Pod): void {
  if (source.kind !== 'named') notes.note(`using ${describePod(pod)} of ${describeSource(source)}`);
}

function isSocksAlone({ ports, socks }: ForwardRequest): boolean {
  return ports.length === 0 && socks !== undefined;
}

interface Choosing {
  readonly request: ForwardRequest;
  readonly found: Found;
  readonly service: Service | undefined;
}

async function wantedPorts(
  connected: Connected,
  { request, found, service }: Choosing,
  signal: AbortSignal,
): Promise<readonly LocalPort[]> {
  const place = { pod: found.pod, service };
  const isChosen = request.ports.length > 0 || request.socks !== undefined;
  const ports = isChosen ? request.ports : [await choosePort(connected, place, signal)];
  const wanted = await localPorts({ ...request, ports }, place);
  refuseSamePort(wanted);
  return wanted;
}

function listen({ io }: Connected, ports: readonly LocalPort[], reception: Reception): Promise<Listeners> {
  const wishes = ports.map((port) => ({
    ...port,
    onSocket: (socket: Socket) => reception.take(socket, port.behind),
  }));
  return openListeners(wishes, io.platform);
}

interface Serving {
  readonly follower: Follower;
  readonly listeners: Listeners;
  readonly ports: readonly LocalPort[];
  readonly reception: Reception;
  readonly service: Service | undefined;
}

/** Serves connections until Ctrl-C. Throws the reason of another signal, or why nothing is left to forward to. */
async function serveUntilEnd(
  { io, notes }: Connected,
  { follower, listeners, ports, reception, service }: Serving,
  signal: AbortSignal,
): Promise<void> {
  const failures: FailureLines = makeFailureLines(io, notes);
  const serving = { io, ways: follower, failures, signal };
  reception.open((socket, behind) => {
    if (behind.kind === 'socks') {
      void serveSocksConnection(serving, socket);
      return;
    }
    const { remote } = behind.wish;
    void serveConnection(serving, socket, ({ pod, way }) =>
      way.connect(resolveRemote(remote, { pod, service }).destination),
    );
  });
  ports.forEach(({ remoteText }, index) => {
    for (const endpoint of listeners.ports[index]?.endpoints ?? [])
      io.stdout.write(`Forwarding from ${endpoint} -> ${remoteText}\n`);
  });
  try {
    await Promise.race([follower.ended, aborted(signal)]);
    signal.throwIfAborted();
  } catch (error) {
    if (!isCtrlC(signal)) throw error;
  } finally {
    failures.end();
    follower.close();
  }
}

function isCtrlC({ reason }: AbortSignal): boolean {
  return isInterrupted(reason) && reason.signalName === 'SIGINT';
}

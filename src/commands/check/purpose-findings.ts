import type { PodSecurity } from '../../cluster/api/pod-security.ts';
import type { Purpose } from '../../cluster/refusals/purposes.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';
import type { Finding } from './check-findings.ts';

/** What the findings about `forward` and `capture` are judged by. */
export interface PurposeFacts {
  readonly purposes: readonly Purpose[];
  /** undefined if the user may not read the namespace. */
  readonly security: PodSecurity | undefined;
  /** undefined without a named pod, or if the user may not read it. */
  readonly pod: Pod | undefined;
  readonly isWindows: boolean;
  /** Of the server; NaN if it does not tell. */
  readonly minor: number;
}

/** The first minor version that forwards ports over WebSockets without being told to (KEP-4006). */
const FORWARDS_OVER_WEBSOCKETS = 31;

/** What matters only to the purposes that are asked about. */
export function judgePurposes(facts: PurposeFacts): readonly Finding[] {
  return [
    ...(facts.purposes.includes('forward') ? judgeForward(facts) : []),
    ...(facts.purposes.includes('capture') ? judgeCapture(facts) : []),
  ];
}

function judgeForward({ minor, pod }: PurposeFacts): readonly Finding[] {
  const info = (text: string): Finding => ({ verdict: 'info', subject: 'forward', text });
  const isOld = minor < FORWARDS_OVER_WEBSOCKETS;
  return [
    ...(isOld
      ? [info('the server forwards ports over SPDY; a proxy that passes only WebSockets needs 1.31')]
      : []),
    ...(pod?.spec.hostNetwork === true
      ? [info(`${describePod(pod)} uses the network of its node: its ports are those of the node`)]
      : []),
  ];
}

function judgeCapture(facts: PurposeFacts): readonly Finding[] {
  const { pod, isWindows } = facts;
  const subject = 'capture';
  if (isWindows)
    return [
      { verdict: 'missing', subject, text: 'packets are captured with tcpdump, which is not for Windows' },
    ];
  const level = judgeLevel(facts);
  if (pod?.spec.hostNetwork !== true) return [level];
  const text = `${describePod(pod)} uses the network of its node: a capture sees the packets of the whole node`;
  return [level, { verdict: 'info', subject, text }];
}

/** The capabilities that packets need, by the Pod Security Standards. */
function judgeLevel({ security }: PurposeFacts): Finding {
  const subject = 'capture';
  const enforce = security?.enforce ?? 'privileged';
  switch (enforce) {
    case 'privileged':
      return security === undefined
        ? { verdict: 'unknown', subject, text: 'you may not read which level the namespace enforces' }
        : { verdict: 'ok', subject, text: 'the level of the namespace allows NET_RAW and NET_ADMIN' };
    case 'baseline':
      return {
        verdict: 'info',
        subject,
        text: 'the namespace enforces "baseline", so NET_RAW cannot be added: packets can be read only if the runtime gives it to each container of root, as containerd does and CRI-O does not',
      };
    case 'restricted':
      return {
        verdict: 'missing',
        subject,
        text: 'the namespace enforces "restricted", which takes NET_RAW from every container: no debug container can read packets',
      };
  }
}

import type { Flag } from '../../flag.ts';
import { DEBUG_FLAGS } from '../debug-flags.ts';
import { REASON_FLAGS } from '../reason-flags.ts';
import { PRESET_FLAG } from '../session-flags.ts';
import { TOOLS_IMAGE } from './tools-image.ts';

/** An image with tcpdump: that of the built-in preset `net`. */
export const CAPTURE_IMAGE = TOOLS_IMAGE;

/** Flags of `debug` that mean the same for the debug container of a capture. */
const SAME_AS_DEBUG: readonly string[] = ['image-pull-policy', 'quiet'];

/** Flags of `capture` that choose the pods. */
const POD_FLAGS: readonly Flag[] = [
  {
    name: 'selector',
    group: 'pods',
    short: 'l',
    kind: 'string',
    placeholder: 'SELECTOR',
    description: 'Choose pods by label, for example app=web,tier!=db',
  },
  {
    name: 'all-namespaces',
    group: 'pods',
    short: 'A',
    kind: 'boolean',
    description: 'With --selector: choose pods in all namespaces',
  },
  {
    name: 'yes',
    group: 'pods',
    short: 'y',
    kind: 'boolean',
    description:
      'Do not ask before a capture in more than 50 pods; required if there is no terminal to ask on',
  },
];

/** Flags of `capture` that say where the packets go. */
const PLACE_FLAGS: readonly Flag[] = [
  {
    name: 'write',
    group: 'output',
    short: 'w',
    kind: 'string',
    placeholder: 'FILE|-',
    description:
      'Write packets to this file as pcapng, or - for stdout; without it they are lines on stdout, as tcpdump -n prints them',
  },
  { name: 'overwrite', group: 'output', kind: 'boolean', description: 'Replace a file that exists' },
  {
    name: 'open',
    group: 'output',
    kind: 'boolean',
    description: 'Show packets in Wireshark on this machine as they come; the capture ends with its window',
  },
];

/** Flags of `capture` that say which packets, and how many. */
const PACKET_FLAGS: readonly Flag[] = [
  {
    name: 'interface',
    group: 'packets',
    kind: 'string',
    default: 'any',
    placeholder: 'NAME',
    description: 'Network interface of the pod to capture on; any for all of them',
  },
  {
    name: 'snaplen',
    group: 'packets',
    kind: 'integer',
    default: '262144',
    placeholder: 'BYTES',
    description: 'Keep only the beginning of each packet, of this size; 96 keeps most headers',
  },
  {
    name: 'promiscuous',
    group: 'packets',
    kind: 'boolean',
    description: 'Also take packets that the interface sees but that are for others',
  },
  {
    name: 'packets',
    group: 'packets',
    kind: 'integer',
    placeholder: 'N',
    description: 'End after this many packets',
  },
  {
    name: 'duration',
    group: 'packets',
    kind: 'duration',
    placeholder: 'DURATION',
    description: 'End after this time, for example 30s or 10m, from when packets are captured in every pod',
  },
  {
    name: 'max-size',
    group: 'packets',
    kind: 'string',
    placeholder: 'BYTES',
    description: 'End before more than this is written, for example 100Mi',
  },
];

/** Flags of `capture` for its debug container. */
const CONTAINER_FLAGS: readonly Flag[] = [
  { ...PRESET_FLAG, default: 'net' },
  {
    name: 'image',
    group: 'run',
    short: 'm',
    kind: 'string',
    default: CAPTURE_IMAGE,
    placeholder: 'IMAGE',
    description:
      'Image of the debug container, with sh and tcpdump; KUBECTL_DEBUG_IMAGE and a config go before the default',
  },
  {
    name: 'timeout',
    group: 'session',
    kind: 'duration',
    default: '5m',
    placeholder: 'DURATION',
    description: 'How long to wait for the debug container to start, for example 90s or 5m',
  },
  {
    name: 'max-life',
    group: 'session',
    kind: 'duration',
    default: '1h',
    placeholder: 'DURATION',
    description:
      'How long a new debug container is kept for the next call; a capture that takes longer goes on in another one',
  },
];

/** The flags of `capture`. */
export const CAPTURE_FLAGS: readonly Flag[] = [
  ...PLACE_FLAGS,
  ...PACKET_FLAGS,
  ...POD_FLAGS,
  ...CONTAINER_FLAGS,
  ...DEBUG_FLAGS.filter(({ name }) => SAME_AS_DEBUG.includes(name)),
  ...REASON_FLAGS,
];

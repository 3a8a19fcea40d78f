import { escapePattern } from './escape-pattern.ts';
import type { RunRow } from '../../rows/run-row.ts';
import { makeUserPattern, type UserPattern } from './user-pattern.ts';

/** A pod's own names and addresses, in which outputs differ without any meaning. */
export type MaskIdentity = Pick<RunRow, 'namespace' | 'pod' | 'uid' | 'podIPs' | 'container' | 'node'>;

/**
 * Marks each placeholder of ours, and is doubled where the output itself has it, so that an output that prints a
 * placeholder is not taken for a masked one. A character of Unicode's private use area.
 */
const MARK = '\ue000';

/** What may not stand beside a name: `web-1` is not in `web-10` or `my-web-1`, but it is in `web-1.shop.svc`. */
const NAME = { before: '(?<![A-Za-z0-9-])', after: '(?![A-Za-z0-9-])' };
const IPV4 = { before: '(?<![\\d.])', after: '(?!\\d|\\.\\d)' };
const IPV6 = { before: '(?<![0-9A-Fa-f:])', after: '(?![0-9A-Fa-f:])' };
/** Anything may stand beside a uid: cgroup names have `pod` right before it. */
const UID = { before: '', after: '' };

interface Own {
  readonly value: string;
  readonly placeholder: string;
  readonly limits: typeof NAME;
}

function ownAddresses(address: string): readonly Own[] {
  const isV6 = address.includes(':');
  const dashed = address.replace(/[.:]/g, '-');
  return [
    { value: address, placeholder: '<ip>', limits: isV6 ? IPV6 : IPV4 },
    // As DNS writes it: 10-0-0-1.shop.pod.cluster.local.
    { value: dashed, placeholder: '<ip>', limits: NAME },
  ];
}

/** A pod has one address of each family. This limits the work if a status has many. */
const MAX_ADDRESSES = 8;

/** The values that the text has, the longest first: a pod's name may begin with the name of its namespace. */
function ownValues(row: MaskIdentity, text: string): readonly Own[] {
  const all: readonly Own[] = [
    { value: row.pod, placeholder: '<pod>', limits: NAME },
    // The host name: the kubelet cuts it to 63 characters, and drops dashes and dots at the end.
    { value: row.pod.slice(0, 63).replace(/[-.]+$/, ''), placeholder: '<pod>', limits: NAME },
    { value: row.namespace, placeholder: '<namespace>', limits: NAME },
    { value: row.node, placeholder: '<node>', limits: NAME },
    { value: row.container, placeholder: '<container>', limits: NAME },
    { value: row.uid, placeholder: '<uid>', limits: UID },
    // As systemd's cgroups write it.
    { value: row.uid.replaceAll('-', '_'), placeholder: '<uid>', limits: UID },
    ...row.podIPs.slice(0, MAX_ADDRESSES).flatMap(ownAddresses),
  ];
  const found = all.filter(({ value }) => value !== '' && text.includes(value));
  return found.toSorted((a, b) => b.value.length - a.value.length);
}

interface RuntimeNumber {
  /** Text that stands beside it. Most outputs lack it, and a search for text is quick. */
  readonly near: string;
  readonly pattern: RegExp;
  readonly placeholder: string;
}

const ID = '[0-9a-f]{64}';

/**
 * Numbers that the container runtime assigns to one container on one node: the folders of the layers of a root file
 * system (containerd, then CRI-O), and the container's id in the name of its cgroup. Digests elsewhere are not masked:
 * they may be what the audit looks for.
 */
const OF_RUNTIME: readonly RuntimeNumber[] = [
  { near: '/snapshots/', pattern: /(?<=\/snapshots\/)\d+(?=\/(?:fs|work)\b)/g, placeholder: '<layer>' },
  {
    near: '/overlay/',
    pattern: new RegExp(`(?<=/overlay/)${ID}(?=/(?:diff|work|merged)\\b)`, 'g'),
    placeholder: '<layer>',
  },
  { near: '/overlay/l/', pattern: /(?<=\/overlay\/l\/)[A-Z0-9]{26}\b/g, placeholder: '<layer>' },
  {
    near: '.scope',
    pattern: new RegExp(`(?<=\\b(?:cri-containerd|crio|docker)-)${ID}(?=\\.scope)`, 'g'),
    placeholder: '<container>',
  },
  {
    near: `/pod${MARK}<uid>/`,
    pattern: new RegExp(`(?<=/pod${MARK}<uid>/)${ID}\\b`, 'g'),
    placeholder: '<container>',
  },
  // The end of a line of /proc/*/cgroup, if the runtime does not put its cgroups into those of pods.
  {
    near: ':/',
    pattern: new RegExp(`${ID}$(?<=^\\d+:[^:\\n]*:/[^\\n]*/${ID})`, 'gm'),
    placeholder: '<container>',
  },
];

/** Parses a pattern of `--mask`, which is matched line by line. Throws `usage`. */
export function parseMask(source: string): UserPattern {
  return makeUserPattern(`--mask=${source}`, { source, flags: 'gm' });
}

/**
 * Replaces the pod's own names and addresses by `<pod>`, `<ip>`, `<uid>`, `<node>`, `<namespace>` and `<container>`, the
 * numbers of its container runtime by `<layer>` and `<container>`, then the matches of `masks` by `<mask>`. Ignores a
 * mask that was given up. The result is for comparing; `showMasked` makes it readable.
 */
export function maskOutput(text: string, identity: MaskIdentity, masks: readonly UserPattern[]): string {
  const own = ownValues(identity, text);
  const placeholders = new Map(own.map(({ value, placeholder }) => [value, `${MARK}${placeholder}`]));
  const patterns = own.map(({ value, limits }) => `${limits.before}${escapePattern(value)}${limits.after}`);
  const pattern = new RegExp([MARK, ...patterns].join('|'), 'g');
  const masked = text.replace(pattern, (found) => placeholders.get(found) ?? `${MARK}${MARK}`);
  const numbers = OF_RUNTIME.filter(({ near }) => masked.includes(near));
  const known = numbers.reduce(
    (rest, { pattern: number, placeholder }) => rest.replace(number, () => `${MARK}${placeholder}`),
    masked,
  );
  return masks.reduce((rest, mask) => mask.match((one) => rest.replace(one, hide)) ?? rest, known);
}

/** An empty match hides nothing. */
function hide(found: string): string {
  return found === '' ? '' : `${MARK}<mask>`;
}

/** Makes the result of `maskOutput` readable. */
export function showMasked(masked: string): string {
  return masked.replace(new RegExp(`${MARK}(${MARK}?)`, 'g'), '$1');
}

import { escapePattern } from './escape-pattern.ts';
import type { RunRow } from '../../rows/run-row.ts';
import { makeUserPattern, type UserPattern } from './user-pattern.ts';

/** What is a pod's own, so that it differs from pod to pod without meaning anything. */
export type MaskIdentity = Pick<RunRow, 'namespace' | 'pod' | 'uid' | 'podIPs' | 'container' | 'node'>;

/**
 * Stands before each placeholder that we put in, and is doubled where the output itself has it, so that no output can
 * print a placeholder of ours and pass for another one. It is a character of Unicode's private use area.
 */
const MARK = '\ue000';

/** Parts of a name that are another name: `web-1` is not in `web-10` or `my-web-1`, but in `web-1.shop.svc`. */
const NAME = { before: '(?<![A-Za-z0-9-])', after: '(?![A-Za-z0-9-])' };
const IPV4 = { before: '(?<![\\d.])', after: '(?!\\d|\\.\\d)' };
const IPV6 = { before: '(?<![0-9A-Fa-f:])', after: '(?![0-9A-Fa-f:])' };
/** A uid is in no other one, and stands right behind the word `pod` in the name of a cgroup. */
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

/** A pod has one of each family; each of them is looked for in every output. */
const MAX_ADDRESSES = 8;

/** Those that may be in the text, as most are in none; the longest first: a pod's name may begin with that of its namespace. */
function ownValues(row: MaskIdentity, text: string): readonly Own[] {
  const all: readonly Own[] = [
    { value: row.pod, placeholder: '<pod>', limits: NAME },
    // A host name has at most 63 characters, and the kubelet takes no dash for the last one.
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
  /** What stands beside it: most outputs have none of it, and a search for text is quick. */
  readonly near: string;
  readonly pattern: RegExp;
  readonly placeholder: string;
}

const ID = '[0-9a-f]{64}';

/**
 * Numbers that the container runtime gives, of no meaning beyond one container on one node: where the layers of a root
 * file system lie (containerd, then CRI-O), and the container in the name of its cgroup. A digest elsewhere may be what
 * an audit is about.
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
  // The end of a line of /proc/*/cgroup, where the runtime puts its cgroups beside those of pods.
  {
    near: ':/',
    pattern: new RegExp(`${ID}$(?<=^\\d+:[^:\\n]*:/[^\\n]*/${ID})`, 'gm'),
    placeholder: '<container>',
  },
];

/** Reads a pattern of `--mask`, of which each match is masked, line by line. Throws `usage`. */
export function parseMask(source: string): UserPattern {
  return makeUserPattern(`--mask=${source}`, { source, flags: 'gm' });
}

/**
 * Replaces in `text` what is the pod's own by `<pod>`, `<ip>`, `<uid>`, `<node>`, `<namespace>` and `<container>`,
 * numbers of its container runtime by `<layer>` and `<container>`, then what `masks` match by `<mask>`, so that what is left is
 * equal where the pods are. A mask that was given up is left out. For comparing only: `showMasked` makes it readable.
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

/** Of nothing there is nothing to hide. */
function hide(found: string): string {
  return found === '' ? '' : `${MARK}<mask>`;
}

/** What `maskOutput` returned, for people. */
export function showMasked(masked: string): string {
  return masked.replace(new RegExp(`${MARK}(${MARK}?)`, 'g'), '$1');
}

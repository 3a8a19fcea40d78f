import { CliError } from '../../errors/cli-error.ts';
import { isLabelName, isObjectName } from '../../pod/object-names.ts';
import { findTargetType, type WorkloadType } from './target-types.ts';

/** A workload, such as `deploy/web`, whose pods are meant. */
export interface WorkloadRef {
  readonly kind: 'workload';
  readonly type: WorkloadType;
  readonly name: string;
}

/** A node. Some commands use the node itself, others its pods. */
export interface NodeRef {
  readonly kind: 'node';
  readonly name: string;
}

/** A target from the command line, before any request to the cluster. */
export type TargetRef = PodTarget | NodeRef | WorkloadRef;

/** The word that stands for targets on stdin. */
export const LISTED = '-';

/** A pod by its name. */
export interface PodTarget {
  readonly kind: 'pod';
  readonly name: string;
  /** Only from `NAMESPACE/POD`. */
  readonly namespace?: string;
}

/**
 * Whether the text is a name or the beginning of one, such as `web-`: a pod can be named by the beginning of its name.
 */
function canBeginName(text: string): boolean {
  return isObjectName(text) || (text !== '' && isObjectName(`${text}x`));
}

function usage(message: string): CliError {
  return new CliError('usage', message, { hint: 'name a pod as web-1 or pod/web-1' });
}

function splitAtSlash(text: string): { readonly type: string; readonly name: string } {
  const [first = '', second, ...more] = text.split('/');
  if (second === undefined) return { type: 'pod', name: first };
  if (more.length > 0) throw usage(`"${text}" has more than one slash, TYPE/NAME has one`);
  if (first === '' || second === '' || first.includes(',')) {
    throw usage(`"${text}" is not TYPE/NAME: it needs one type and one name`);
  }
  return { type: first, name: second };
}

/**
 * Reads `NAME` or `TYPE/NAME` in all spellings that kubectl accepts: `web-1`, `po/web-1`, `Pod/web-1`,
 * `pods.v1./web-1`, `node/n1`, `deploy/web`. Throws `usage` for types without pods and for invalid names.
 */
export function parseTarget(text: string): TargetRef {
  const { type, name } = splitAtSlash(text);
  const found = findTargetType(type);
  if (found === undefined) throw usage(`cannot use "${text}": type "${type}" is not supported`);
  if (!canBeginName(name)) throw usage(`"${name}" cannot be the name of a ${found}`);
  return found === 'pod' || found === 'node'
    ? { kind: found, name }
    : { kind: 'workload', type: found, name };
}

/**
 * As `parseTarget`, but also reads `NAMESPACE/POD`: a word before the slash that is not a type is a namespace. Throws
 * `usage` for invalid names.
 */
export function parseTargetOrNamespace(text: string): TargetRef {
  const { type, name } = splitAtSlash(text);
  if (findTargetType(type) !== undefined) return parseTarget(text);
  if (!isLabelName(type)) throw usage(`cannot use "${text}": type "${type}" is not supported`);
  return { kind: 'pod', name: parseTarget(name).name, namespace: type };
}

/** The target as the user may type it: `deployment/web`. */
export function describeTarget(target: TargetRef): string {
  return `${target.kind === 'workload' ? target.type : target.kind}/${target.name}`;
}

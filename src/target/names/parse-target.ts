import { CliError } from '../../errors/cli-error.ts';
import { isLabelName, isObjectName, MAX_NAME_LENGTH } from '../../pod/object-names.ts';
import { findTargetType, type WorkloadType } from './target-types.ts';

/** An object that stands for its pods, as `deploy/web` does. */
export interface WorkloadRef {
  readonly kind: 'workload';
  readonly type: WorkloadType;
  readonly name: string;
}

/** A node; what is done with it, or with its pods, is the command's choice. */
export interface NodeRef {
  readonly kind: 'node';
  readonly name: string;
}

/** What the user named on the command line, before the cluster was asked about it. */
export type TargetRef = PodTarget | NodeRef | WorkloadRef;

/** A pod by its name. */
export interface PodTarget {
  readonly kind: 'pod';
  readonly name: string;
  /** Only where `NAMESPACE/POD` was typed. */
  readonly namespace?: string;
}

/** Whether it is a name, or the beginning of one, such as `web-`: pods are also looked up by the beginning of a name. */
function canBeginName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && isObjectName(text.replace(/(?:-+|\.)$/, ''));
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
 * Reads `NAME` or `TYPE/NAME` in all spellings that kubectl knows: `web-1`, `po/web-1`, `Pod/web-1`,
 * `pods.v1./web-1`, `node/n1`, `deploy/web`. Throws `usage` for types without pods and for what cannot be a name.
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
 * As `parseTarget`, and `NAMESPACE/POD` as well: what stands before the slash and is no type is a namespace. Throws
 * `usage` for what cannot be a name.
 */
export function parseTargetOrNamespace(text: string): TargetRef {
  const { type, name } = splitAtSlash(text);
  if (findTargetType(type) !== undefined) return parseTarget(text);
  if (!isLabelName(type)) throw usage(`cannot use "${text}": type "${type}" is not supported`);
  return { kind: 'pod', name: parseTarget(name).name, namespace: type };
}

/** As the user may type it. */
export function describeTarget(target: TargetRef): string {
  return `${target.kind === 'workload' ? target.type : target.kind}/${target.name}`;
}

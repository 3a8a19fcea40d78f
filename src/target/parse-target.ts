import { CliError } from '../errors/cli-error.ts';

/** What the user named on the command line, before the cluster was asked about it. */
export type TargetRef =
  { readonly kind: 'pod'; readonly name: string } | { readonly kind: 'node'; readonly name: string };

type TargetKind = TargetRef['kind'];

/** The spellings of a type; kubectl reads them in any letter case. */
const TYPES: ReadonlyMap<string, TargetKind> = new Map([
  ['pod', 'pod'],
  ['pods', 'pod'],
  ['node', 'node'],
  ['nodes', 'node'],
]);
/** Short names, which kubectl reads in lower case only. */
const SHORT_NAMES: ReadonlyMap<string, TargetKind> = new Map([
  ['po', 'pod'],
  ['no', 'node'],
]);

/** A DNS subdomain (RFC 1123), which the API asks of the names of pods and nodes. */
const OBJECT_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

function usage(message: string): CliError {
  return new CliError('usage', message, { hint: 'name a pod as web-1 or pod/web-1' });
}

/** `TYPE`, `TYPE.`, or `TYPE.v1.`: the core group has no name, and v1 is its only version. */
function parseType(text: string): TargetKind | undefined {
  const dot = text.indexOf('.');
  const type = dot === -1 ? text : text.slice(0, dot);
  const groupAndVersion = dot === -1 ? '' : text.slice(dot);
  if (!['', '.', '..', '.v1.'].includes(groupAndVersion)) return undefined;
  return SHORT_NAMES.get(type) ?? TYPES.get(type.toLowerCase());
}

function splitAtSlash(text: string): { readonly type: string; readonly name: string } {
  const [first = '', second, ...more] = text.split('/');
  if (second === undefined) return { type: 'pod', name: first };
  if (more.length > 0) throw usage(`"${text}" has more than one slash, TYPE/NAME has one`);
  if (first === '' || second === '' || first.includes(',')) {
    throw usage(`"${text}" lacks one type and one name, as TYPE/NAME has them`);
  }
  return { type: first, name: second };
}

/**
 * Reads `NAME` or `TYPE/NAME` in all spellings that kubectl knows for pods and nodes: `web-1`, `po/web-1`,
 * `Pod/web-1`, `pods.v1./web-1`, `node/n1`. Throws `usage` for other types and for what cannot be a name.
 */
export function parseTarget(text: string): TargetRef {
  const { type, name } = splitAtSlash(text);
  const kind = parseType(type);
  if (kind === undefined) throw usage(`cannot debug "${text}": type "${type}" is not supported`);
  if (!OBJECT_NAME.test(name)) throw usage(`"${name}" cannot be the name of a ${kind}`);
  return { kind, name };
}

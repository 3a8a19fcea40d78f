import { CliError } from '../../errors/cli-error.ts';
import { requireContainerName } from '../../pod/object-names.ts';
import type { BytePath } from '../file-sink.ts';

/** One side of a copy, as an argument names it. */
export type FileSpec =
  | { readonly kind: 'local'; readonly path: string }
  /** `-`: a tar stream on stdin or stdout. */
  | { readonly kind: 'stream' }
  | InPodSpec;

/** A path in a container. */
export interface InPodSpec {
  readonly kind: 'in-pod';
  /** What stands before the colon: `web-1`, `shop/web-1`, `deploy/web`; not checked yet. */
  readonly target: string;
  /** From `POD:CONTAINER:PATH`. */
  readonly container?: string;
  /** Relative to the working directory of the container's first process, unless it begins with `/`. */
  readonly path: BytePath;
}

/** Begins a local path that may have a colon: docker's rule. */
const LOCAL_START = /^(?:[./]|~\/)/;
/** A drive or a share of Windows. */
const WINDOWS_START = /^(?:[A-Za-z]:(?:[\\/]|$)|\\|\.{1,2}\\)/;
/** A container's name and what follows. A name has neither `/`, `.` nor `~`, so a path that begins with one is a path. */
const CONTAINER_AND_PATH = /^([a-z0-9](?:[-a-z0-9]*[a-z0-9])?):(.*)$/s;

/**
 * Reads an argument of `cp` by the rule of kubectl: what has a colon is `POD:PATH`. A text that begins with `/`, `.` or `~/`
 * is local in spite of a colon, as in docker. In `POD:A:B`, `A` is a container if it can be the name of one; a relative path
 * with a colon is written `POD:./A:B`. Throws `usage`.
 */
export function parseFileSpec(text: string, platform: NodeJS.Platform): FileSpec {
  if (text === '-') return { kind: 'stream' };
  if (text === '') throw new CliError('usage', 'a path cannot be empty', { hint: 'for this folder: .' });
  const isLocal = LOCAL_START.test(text) || (platform === 'win32' && WINDOWS_START.test(text));
  if (isLocal || !text.includes(':')) return { kind: 'local', path: text };
  return parseInPod(text);
}

function parseInPod(text: string): InPodSpec {
  const colon = text.indexOf(':');
  const target = text.slice(0, colon);
  const rest = text.slice(colon + 1);
  if (target === '')
    throw new CliError('usage', `"${text}" names no pod before the colon`, {
      hint: 'write POD:PATH, or ./ before a local name with a colon',
    });
  const [, container, inContainer] = CONTAINER_AND_PATH.exec(rest) ?? [];
  const path = inContainer ?? rest;
  if (container !== undefined) requireContainerName(container, 'container name');
  checkPath(text, path);
  return {
    kind: 'in-pod',
    target,
    ...(container !== undefined && { container }),
    path: Buffer.from(path).toString('latin1'),
  };
}

function checkPath(text: string, path: string): void {
  if (path === '')
    throw new CliError('usage', `"${text}" names no path after the colon`, {
      hint: 'for the working directory of the container: POD:.',
    });
  if (path.includes('\0'))
    throw new CliError('usage', `"${text}": a path has no zero byte`, { hint: 'leave it out' });
  if (path === '~' || path.startsWith('~/'))
    throw new CliError('usage', `"${text}": a container has no home folder that is known from outside`, {
      hint: 'give the whole path; for a file of that name: POD:./~',
    });
}

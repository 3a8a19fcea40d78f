import { existsSync } from 'node:fs';
import { describeOrigin } from '../../config/apply/describe-origin.ts';
import { findConfigs } from '../../config/find-config.ts';
import type { CommandInput } from '../../flags/flag.ts';
import type { Io } from '../../io.ts';
import type { Finding } from './check-findings.ts';

/** Where the image was set, if nobody typed it: ` (from …)`. */
export function setBy({ flags }: CommandInput): string {
  const origin = flags.origin('image');
  return origin === undefined ? '' : ` (from ${describeOrigin(origin)})`;
}

/** The config files that exist. They have been read, so they can be used. */
export function describeConfigs(io: Io): readonly Finding[] {
  const files = findConfigs(io).filter(({ path }) => existsSync(path));
  if (files.length === 0) return [];
  const text = `${files.map(({ path }) => path).join(', ')}; what they set: kubectl-debug check --config`;
  return [{ verdict: 'info', subject: 'config', text }];
}

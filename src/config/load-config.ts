import { statSync } from 'node:fs';
import type { CommandInput } from '../flags/flag.ts';
import type { Io } from '../io.ts';
import type { ConfiguredCall } from './apply/apply-config.ts';
import type { ConfigurableCommand } from './config.ts';
import { findConfigs, type ConfigLocation } from './find-config.ts';

/**
 * Applies the config files, the environment and presets to a call. Loads the code for that only if there is something
 * to apply. Throws `config`, `usage` and `kubeconfig`.
 */
export async function loadConfig<T extends ConfigurableCommand>(
  io: Io,
  call: ConfiguredCall<T>,
): Promise<CommandInput> {
  const locations = findConfigs(io).filter(mayExist);
  if (locations.length === 0 && !call.input.texts.has('preset') && !hasVariables(io.env)) return call.input;
  const { applyConfig } = await import('./apply/apply-config.ts');
  return applyConfig(io, locations, call);
}

/** A file that cannot be examined counts as present: reading it reports why. */
function mayExist({ path, isNamed }: ConfigLocation): boolean {
  try {
    return isNamed || statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

function hasVariables(env: Io['env']): boolean {
  return Object.keys(env).some((name) => name.startsWith('KUBECTL_DEBUG_'));
}

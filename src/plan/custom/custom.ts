import { CliError } from '../../errors/cli-error.ts';
import type { Container } from '../../pod/types.ts';
import { CUSTOM_CONTAINER } from './custom-schema.ts';
import { isJsonObject, type JsonObject, mergeStruct } from './strategic-merge.ts';

/** The partial container in a `--custom` file; it overrides the profile. */
export type CustomContainer = Partial<Omit<Container, 'name' | 'image' | 'command'>>;

/** Merges a custom container into the container by strategic merge, as kubectl does. */
export function applyCustom(container: Container, custom: CustomContainer): Container {
  const merged = mergeStruct(CUSTOM_CONTAINER.fields, { ...container }, { ...custom });
  return { ...container, ...merged };
}

/** Fields that an ephemeral container cannot have (KEP-277). */
const NOT_EPHEMERAL = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
] as const;

/** Throws `usage` for a custom container with a field that the API server refuses in an ephemeral container. */
export function checkEphemeralCustom(custom: CustomContainer): void {
  const fields: JsonObject = { ...custom };
  const field = NOT_EPHEMERAL.find((name) => !isEmpty(fields[name])) ?? findSubPath(fields['volumeMounts']);
  if (field === undefined) return;
  throw new CliError('usage', `--custom: an ephemeral container cannot have "${field}"`);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
}

function findSubPath(volumeMounts: unknown): string | undefined {
  const mounts: readonly unknown[] = Array.isArray(volumeMounts) ? volumeMounts : [];
  const hasSubPath = mounts.some(
    (mount) => isJsonObject(mount) && ('subPath' in mount || 'subPathExpr' in mount),
  );
  return hasSubPath ? 'volumeMounts.subPath' : undefined;
}

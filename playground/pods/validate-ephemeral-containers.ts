import type { EphemeralContainer, Pod, VolumeMount } from '../../src/pod/types.ts';
import { cause, type StatusCause } from '../api/request/status-error.ts';
import { isJsonObject, valueAt } from '../json.ts';
import { diffLines } from './diff-lines.ts';
import { validateContainer } from './validate-container.ts';

/** Fields that ephemeral containers must not have, in the order in which a server reports them. */
const FORBIDDEN_FIELDS = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
];
const FORBIDDEN = 'cannot be set for an Ephemeral Container';
const LIST = 'spec.ephemeralContainers';

/**
 * The errors of a server in a pod whose ephemeral containers become `containers`: first those of each container, then
 * changes of existing ones. Only regular and init containers can be targets (KEP-277).
 */
export function validateEphemeralContainers(
  pod: Pod,
  containers: readonly EphemeralContainer[],
): readonly StatusCause[] {
  if (pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined) {
    return [cause.forbidden('[]', 'static pods do not support ephemeral containers')];
  }
  const { spec } = pod;
  const regular = [...spec.containers, ...(spec.initContainers ?? [])].map(({ name }) => name);
  const volumes = volumeNames(pod);
  return [
    ...containers.flatMap((container, index) => {
      const path = `${LIST}[${index}]`;
      const earlier = [...regular, ...containers.slice(0, index).map(({ name }) => name)];
      return [
        ...validateContainer(container, path, volumes),
        ...(earlier.includes(container.name) ? [cause.duplicate(`${path}.name`, container.name)] : []),
        ...validateTarget(container, path, regular),
        ...forbiddenFields(container, path),
        ...forbiddenSubPaths(container.volumeMounts ?? [], `${path}.volumeMounts`),
      ];
    }),
    ...(spec.ephemeralContainers ?? []).flatMap((old) => validateUnchanged(old, containers)),
  ];
}

/** The names of a pod's volumes, which our types of a pod lack. */
export function volumeNames(pod: Pod): readonly string[] {
  const volumes = valueAt(pod, 'spec.volumes');
  if (!Array.isArray(volumes)) return [];
  return volumes.filter(isJsonObject).map((volume) => String(volume['name']));
}

function validateTarget(
  { targetContainerName = '' }: EphemeralContainer,
  path: string,
  regular: readonly string[],
): readonly StatusCause[] {
  if (targetContainerName === '' || regular.includes(targetContainerName)) return [];
  return [cause.notFound(`${path}.targetContainerName`, targetContainerName)];
}

function forbiddenFields(container: EphemeralContainer, path: string): readonly StatusCause[] {
  return FORBIDDEN_FIELDS.filter((field) => isSet(valueAt(container, field))).map((field) =>
    cause.forbidden(`${path}.${field}`, FORBIDDEN),
  );
}

/** Whether a field is set: an empty object and an empty string are zero values and count as absent. */
function isSet(value: unknown): boolean {
  if (value === undefined || value === '') return false;
  return !isJsonObject(value) || Object.keys(value).length > 0;
}

function forbiddenSubPaths(mounts: readonly VolumeMount[], path: string): readonly StatusCause[] {
  return mounts.flatMap((mount, index) =>
    (['subPath', 'subPathExpr'] as const)
      .filter((field) => isSet(mount[field]))
      .map((field) => cause.forbidden(`${path}[${index}].${field}`, FORBIDDEN)),
  );
}

function validateUnchanged(
  old: EphemeralContainer,
  containers: readonly EphemeralContainer[],
): readonly StatusCause[] {
  const container = containers.find(({ name }) => name === old.name);
  const subject = `existing ephemeral containers "${old.name}" may not be`;
  if (container === undefined) return [cause.forbidden(LIST, `${subject} removed\n`)];
  const difference = diffLines(printSorted(old), printSorted(container));
  return difference === '' ? [] : [cause.forbidden(LIST, `${subject} changed\n${difference}`)];
}

/** JSON with sorted keys, so that equal containers print equally. */
function printSorted(container: EphemeralContainer): string {
  return JSON.stringify(sortKeys(container), null, 1);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  );
}

import type { ContainerFields, EnvVar, SecurityContext, VolumeMount } from '../../src/pod/types.ts';
import { cause, type StatusCause } from '../api/request/status-error.ts';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];
const MAX_ID = 2147483647;

const DNS_LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end " +
  "with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/**
 * The errors of a server in a container of any kind, in its order and with its messages; `volumes` are the names of
 * the pod's volumes. See https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/core/validation/validation.go
 */
export function validateContainer(
  container: ContainerFields,
  path: string,
  volumes: readonly string[],
): readonly StatusCause[] {
  return [
    ...validateName(container.name, `${path}.name`),
    ...validateImage(container.image ?? '', `${path}.image`),
    ...oneOf(container.terminationMessagePolicy, MESSAGE_POLICIES, `${path}.terminationMessagePolicy`),
    ...validateEnv(container.env ?? [], `${path}.env`),
    ...validateMounts(container.volumeMounts ?? [], `${path}.volumeMounts`, volumes),
    ...oneOf(container.imagePullPolicy, PULL_POLICIES, `${path}.imagePullPolicy`),
    ...validateSecurityContext(container.securityContext ?? {}, `${path}.securityContext`),
  ];
}

function validateName(name: string, field: string): readonly StatusCause[] {
  if (name === '') return [cause.required(field)];
  const quoted = JSON.stringify(name);
  return [
    ...(isDnsLabel(name) ? [] : [cause.invalid(field, quoted, DNS_LABEL_RULE)]),
    ...(name.length > 63 ? [cause.invalid(field, quoted, 'must be no more than 63 characters')] : []),
  ];
}

function isDnsLabel(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name);
}

function validateImage(image: string, field: string): readonly StatusCause[] {
  if (image === '') return [cause.required(field)];
  if (image === image.trim()) return [];
  return [cause.invalid(field, JSON.stringify(image), 'must not have leading or trailing whitespace')];
}

function oneOf(
  value: string | undefined,
  supported: readonly string[],
  field: string,
): readonly StatusCause[] {
  if (value === undefined || supported.includes(value)) return [];
  return [cause.notSupported(field, JSON.stringify(value), [...supported])];
}

function validateEnv(env: readonly EnvVar[], field: string): readonly StatusCause[] {
  const rule =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";
  return env.flatMap(({ name }, index) => {
    const path = `${field}[${index}].name`;
    if (name === '') return [cause.required(path)];
    return /^[ -<>-~]+$/.test(name) ? [] : [cause.invalid(path, JSON.stringify(name), rule)];
  });
}

function validateMounts(
  mounts: readonly VolumeMount[],
  field: string,
  volumes: readonly string[],
): readonly StatusCause[] {
  return mounts.flatMap(({ name, mountPath }, index) => {
    const path = `${field}[${index}]`;
    const isTaken = mounts.findIndex((other) => other.mountPath === mountPath) < index;
    return [
      ...(volumes.includes(name) ? [] : [cause.notFound(`${path}.name`, name)]),
      ...(mountPath === '' ? [cause.required(`${path}.mountPath`)] : []),
      ...(isTaken ? [cause.invalid(`${path}.mountPath`, JSON.stringify(mountPath), 'must be unique')] : []),
    ];
  });
}

function validateSecurityContext(context: SecurityContext, field: string): readonly StatusCause[] {
  const rule = `must be between 0 and ${MAX_ID}, inclusive`;
  const ids = (['runAsUser', 'runAsGroup'] as const).flatMap((name) => {
    const id = context[name];
    if (id === undefined || (id >= 0 && id <= MAX_ID)) return [];
    return [cause.invalid(`${field}.${name}`, String(id), rule)];
  });
  return [
    ...ids,
    ...escalationConflicts(context).map((text) => cause.invalid(field, printContext(context), text)),
  ];
}

function escalationConflicts(context: SecurityContext): readonly string[] {
  if (context.allowPrivilegeEscalation !== false) return [];
  const added = context.capabilities?.add ?? [];
  return [
    ...(context.privileged === true ? ['privileged` to true'] : []),
    ...(added.includes('CAP_SYS_ADMIN') ? ['capabilities.Add` CAP_SYS_ADMIN'] : []),
  ].map((what) => `cannot set \`allowPrivilegeEscalation\` to false and \`${what}`);
}

/** The security context as Go prints the struct: absent fields are null. */
function printContext(context: SecurityContext): string {
  const { capabilities, seccompProfile } = context;
  const fields = {
    Capabilities: capabilities && { Add: capabilities.add, Drop: capabilities.drop },
    Privileged: context.privileged,
    SELinuxOptions: null,
    WindowsOptions: null,
    RunAsUser: context.runAsUser,
    RunAsGroup: context.runAsGroup,
    RunAsNonRoot: context.runAsNonRoot,
    ReadOnlyRootFilesystem: null,
    AllowPrivilegeEscalation: context.allowPrivilegeEscalation,
    ProcMount: null,
    SeccompProfile: seccompProfile && {
      Type: seccompProfile.type,
      LocalhostProfile: seccompProfile.localhostProfile,
    },
    AppArmorProfile: null,
  };
  return JSON.stringify(fields, (_, value: unknown) => value ?? null);
}

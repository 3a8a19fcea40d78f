import { CliError } from '../../errors/cli-error.ts';
import { findDefaultContainer } from '../../pod/containers/default-container.ts';
import { listContainers, type PodContainer } from '../../pod/containers/containers.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { ContainerFields, EnvVar, Pod, VolumeMount } from '../../pod/types.ts';

/** What the debug container copies from a container of the pod. */
export interface Likeness {
  /** Environment variables; references to other objects stay references. */
  readonly env: boolean;
  /** Volumes, at the same paths. */
  readonly mounts: 'none' | 'read-only' | 'read-write';
}

/** Reads `--mount-like-target`; without a value it means read-only. Throws `usage`. */
export function parseMounts(text: string | undefined): Likeness['mounts'] {
  switch (text) {
    case undefined:
    case 'false':
      return 'none';
    case 'true':
    case 'ro':
      return 'read-only';
    case 'rw':
      return 'read-write';
    default:
      throw new CliError('usage', `--mount-like-target: "${text}" is neither ro nor rw`, {
        hint: 'without a value the volumes are read-only: --mount-like-target, or --mount-like-target=rw',
      });
  }
}

/**
 * The container to copy from: the one of `--target`, else the one that the pod's annotation names, else its only app
 * container, whether it runs or not. Throws `ambiguous`.
 */
export function sourceContainer(pod: Pod, { target, flag }: SourceRequest): PodContainer {
  const candidates = listContainers(pod).filter(({ role }) => role !== 'ephemeral');
  const found =
    target === undefined ? findDefaultContainer(pod) : candidates.find(({ name }) => name === target);
  if (found !== undefined) return found;
  const [only, ...others] = candidates.filter(({ role }) => role === 'app');
  if (only !== undefined && others.length === 0) return only;
  const names = candidates.map(({ name }) => name).join(', ');
  throw new CliError('ambiguous', `${flag}: ${describePod(pod)} has more than one container: ${names}`, {
    hint: 'add --target=CONTAINER to say which',
  });
}

interface SourceRequest {
  readonly target: string | undefined;
  /** The flag that needs the container, for the message. */
  readonly flag: string;
}

/** The fields to add to a debug container, and warnings about those that it cannot have. */
interface TakenOver {
  readonly fields: Pick<ContainerFields, 'env' | 'envFrom' | 'volumeMounts'>;
  readonly warnings: readonly string[];
}

/** Copies fields from a container. The user's own variables `env` override copied ones. */
export function takeOver(source: PodContainer, likeness: Likeness, env: readonly EnvVar[]): TakenOver {
  const mounts = takeMounts(source, likeness.mounts);
  return {
    fields: { ...(likeness.env && takeEnv(source, env)), ...mounts.fields },
    warnings: mounts.warnings,
  };
}

function takeEnv({ name, spec }: PodContainer, given: readonly EnvVar[]): TakenOver['fields'] {
  const isGiven = (variable: EnvVar): boolean => given.some((other) => other.name === variable.name);
  const env = (spec.env ?? []).filter((variable) => !isGiven(variable)).map((one) => ofContainer(one, name));
  return {
    ...(env.length > 0 && { env }),
    ...(spec.envFrom !== undefined && { envFrom: spec.envFrom }),
  };
}

/**
 * Names the container in a variable that shows its resources; by default it would mean the debug container, which has
 * none.
 */
function ofContainer(variable: EnvVar, containerName: string): EnvVar {
  const { valueFrom } = variable;
  if (valueFrom?.resourceFieldRef === undefined) return variable;
  const resourceFieldRef = { containerName, ...valueFrom.resourceFieldRef };
  return { ...variable, valueFrom: { ...valueFrom, resourceFieldRef } };
}

function hasSubPath({ subPath, subPathExpr }: VolumeMount): boolean {
  return subPath !== undefined || subPathExpr !== undefined;
}

/** The API refuses subPath mounts in ephemeral containers (KEP-277), and mount propagation without privileges. */
function takeMounts({ name: container, spec }: PodContainer, mounts: Likeness['mounts']): TakenOver {
  if (mounts === 'none') return { fields: {}, warnings: [] };
  const all = spec.volumeMounts ?? [];
  const left = all.filter(hasSubPath).map(({ mountPath }) => mountPath);
  const volumeMounts = all
    .filter((mount) => !hasSubPath(mount))
    .map(({ name, mountPath, readOnly = false }) => ({
      name,
      mountPath,
      ...((readOnly || mounts === 'read-only') && { readOnly: true }),
    }));
  const why = `--mount-like-target leaves out ${left.join(', ')} of container "${container}": a debug container cannot mount a subPath`;
  return {
    fields: volumeMounts.length > 0 ? { volumeMounts } : {},
    warnings: left.length > 0 ? [why] : [],
  };
}

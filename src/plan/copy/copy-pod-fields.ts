import type { Container, ObjectMeta, Pod, PodSpec } from '../../pod/types.ts';
import type { Keep, PodCopyRequest } from './pod-copy-request.ts';
import type { Profile } from '../security/profiles.ts';
import { omitFields } from '../omit-fields.ts';
import { withPullSecrets } from '../request/pull-secrets.ts';

function setImage(container: Container, setImages: ReadonlyMap<string, string>): Container {
  const image = setImages.get(container.name) ?? setImages.get('*');
  return image === undefined ? container : { ...container, image };
}

/**
 * The spec that every copy starts from. As in kubectl, `--set-image` changes regular containers only and ignores names
 * that the pod does not have.
 */
export function copyPodSpec(spec: PodSpec, request: PodCopyRequest): PodSpec {
  const { setImages, sameNode, shareProcesses } = request;
  const copied = omitFields(spec, 'ephemeralContainers', ...(sameNode ? [] : (['nodeName'] as const)));
  return {
    ...copied,
    ...withPullSecrets(copied.imagePullSecrets, request),
    containers: copied.containers.map((container) => setImage(container, setImages)),
    // On Windows the API server refuses the field, whatever its value is.
    ...(shareProcesses !== undefined &&
      request.os !== 'windows' && { shareProcessNamespace: shareProcesses }),
  };
}

/** The metadata that every copy starts from. It has no owners, so that no controller adopts the copy. */
export function copyPodMetadata({ metadata }: Pod, copyTo: string): ObjectMeta {
  const { namespace, labels, annotations } = metadata;
  return {
    name: copyTo,
    ...(namespace !== undefined && { namespace }),
    ...(labels !== undefined && { labels }),
    ...(annotations !== undefined && { annotations }),
  };
}

/** As in kubectl, called for regular containers only, so sidecars keep their probes. */
function stripProbes(container: Container, keep: Keep): Container {
  return omitFields(
    container,
    ...(keep.liveness ? [] : (['livenessProbe'] as const)),
    ...(keep.readiness ? [] : (['readinessProbe'] as const)),
    ...(keep.startup ? [] : (['startupProbe'] as const)),
  );
}

/** Drops what the profile strips from a copy, so that no traffic, probe or controller disturbs the debugging. */
export function stripCopy(pod: Pod, strips: Profile['copy']['strips'], keep: Keep): Pod {
  const { metadata, spec } = pod;
  if (strips === 'labels') return { ...pod, metadata: omitFields(metadata, 'labels') };
  return {
    ...pod,
    metadata: omitFields(
      metadata,
      ...(keep.labels ? [] : (['labels'] as const)),
      ...(keep.annotations ? [] : (['annotations'] as const)),
    ),
    spec: {
      ...omitFields(spec, ...(keep.initContainers ? [] : (['initContainers'] as const))),
      containers: spec.containers.map((container) => stripProbes(container, keep)),
    },
  };
}

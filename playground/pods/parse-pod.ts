import type { Container, ObjectMeta, Pod, PodSpec } from '../../src/pod/types.ts';
import { badRequest, cause, invalid, type StatusCause } from '../api/request/status-error.ts';
import { formatGoValue, isJsonObject, valueAt } from '../json.ts';
import { checkFields, pruneFields } from './check-fields.ts';
import { POD_TYPE } from './field-types.ts';
import { namespaceMismatch } from './patch-ephemeral-containers.ts';
import { validateContainer } from './validate-container.ts';
import { volumeNames } from './validate-ephemeral-containers.ts';
import type { WriteOptions } from './write-options.ts';

const SUBDOMAIN_RULE =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start " +
  "and end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

interface ParsedPod {
  readonly pod: Pod;
  /** For `Warning` headers. */
  readonly warnings: readonly string[];
}

/**
 * Reads the body of a request that creates a pod in `namespace`; `suffix` completes a `generateName`. Throws
 * `StatusError` 400 if it is not a pod, 422 if the pod is invalid.
 */
export function parsePod(
  body: unknown,
  { namespace, suffix }: { readonly namespace: string; readonly suffix: string },
  options: Pick<WriteOptions, 'fieldValidation'>,
): ParsedPod {
  const warnings = checkPodFields(body, options);
  const { metadata, spec } = readPod(body);
  if ((metadata.namespace ?? namespace) !== namespace) throw namespaceMismatch();
  const prefix = valueAt(metadata, 'generateName');
  const name = metadata.name ?? (typeof prefix === 'string' ? `${prefix}${suffix}` : '');
  const pod = { metadata: { ...metadata, name, namespace }, spec };
  const causes = validatePod(pod);
  if (causes.length > 0) throw invalid({ kind: 'Pod', name }, causes);
  return { pod, warnings };
}

/** A body whose fields have the right types; missing required fields become empty. */
function readPod(body: unknown): Pod {
  const { metadata = {}, spec = {} } = pruneFields(body, POD_TYPE) as PartialPod;
  const { containers = [], initContainers } = spec;
  return {
    metadata,
    spec: {
      ...spec,
      containers: containers.map(nameContainer),
      ...(initContainers === undefined ? {} : { initContainers: initContainers.map(nameContainer) }),
    } as PodSpec,
  };
}

interface PartialPod {
  readonly metadata?: ObjectMeta;
  readonly spec?: {
    readonly containers?: readonly Partial<Container>[];
    readonly initContainers?: readonly Partial<Container>[];
  };
}

function nameContainer(container: Partial<Container>): Container {
  return { ...container, name: container.name ?? '' };
}

function checkPodFields(
  body: unknown,
  { fieldValidation }: Pick<WriteOptions, 'fieldValidation'>,
): readonly string[] {
  const kind = valueAt(body, 'kind') ?? 'Pod';
  if (!isJsonObject(body) || kind !== 'Pod') {
    throw badRequest(`${formatGoValue(kind)} in version "v1" cannot be handled as a Pod`);
  }
  const { unknown, mismatches } = checkFields(body, POD_TYPE);
  const texts = unknown.map((path) => `unknown field "${path}"`);
  const isStrict = fieldValidation === 'Strict' && texts.length > 0;
  const problem = mismatches[0] ?? (isStrict ? `strict decoding error: ${texts.join(', ')}` : undefined);
  if (problem !== undefined) throw badRequest(`Pod in version "v1" cannot be handled as a Pod: ${problem}`);
  return fieldValidation === 'Warn' ? texts : [];
}

function validatePod(pod: Pod): readonly StatusCause[] {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const volumes = volumeNames(pod);
  const check = (list: string, items: typeof containers): readonly StatusCause[] =>
    items.flatMap((container, index) => validateContainer(container, `spec.${list}[${index}]`, volumes));
  return [
    ...validateName(pod.metadata.name ?? ''),
    ...(containers.length === 0 ? [cause.required('spec.containers')] : []),
    ...check('containers', containers),
    ...check('initContainers', initContainers),
    ...(ephemeralContainers.length === 0
      ? []
      : [cause.forbidden('spec.ephemeralContainers', 'cannot be set on create')]),
  ];
}

/** What is wrong with the name of an object whose name is a DNS subdomain. */
export function validateName(name: string): readonly StatusCause[] {
  if (name === '') return [cause.required('metadata.name', 'name or generateName is required')];
  const isValid = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name);
  return isValid ? [] : [cause.invalid('metadata.name', JSON.stringify(name), SUBDOMAIN_RULE)];
}

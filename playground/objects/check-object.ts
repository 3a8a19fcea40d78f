import { cause, type StatusCause } from '../api/request/status-error.ts';
import { isJsonObject, listAt, valueAt } from '../json.ts';
import { validateName } from '../pods/parse-pod.ts';
import type { PlainObject, PlainResource } from '../store/objects.ts';

type Check = (object: PlainObject, before: PlainObject | undefined) => readonly StatusCause[];

/** What is wrong with an object, new or, with `before`, changed. */
export function checkObject(
  resource: PlainResource,
  object: PlainObject,
  before: PlainObject | undefined,
): readonly StatusCause[] {
  return [...checkName(resource, object), ...CHECKS[resource](object, before)];
}

/** The names of RBAC's objects may have colons and capitals: `system:Node`. */
function checkName(resource: PlainResource, { metadata }: PlainObject): readonly StatusCause[] {
  const name = metadata.name ?? '';
  const isPath = resource.includes('role');
  if (isPath && name !== '') return /[/%]/.test(name) ? [pathCause(name)] : [];
  return validateName(name);
}

function pathCause(name: string): StatusCause {
  return cause.invalid('metadata.name', JSON.stringify(name), "may not contain '/' or '%'");
}

/** In bytes of all keys and values: https://kubernetes.io/docs/concepts/configuration/configmap/ */
const CONFIG_MAP_BYTES = 1024 * 1024;

const checkConfigMap: Check = (object, before) => {
  const causes: StatusCause[] = [];
  if (before?.['immutable'] === true) {
    const forbid = (field: string): StatusCause =>
      cause.forbidden(field, 'field is immutable when `immutable` is set');
    if (object['immutable'] !== true) causes.push(forbid('immutable'));
    for (const field of ['data', 'binaryData']) {
      if (!isEqual(object[field], before[field])) causes.push(forbid(field));
    }
  }
  const wrongKeys = Object.keys(allData(object)).filter((key) => !/^[-._a-zA-Z0-9]{1,253}$/.test(key));
  const rule =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' " +
    "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  causes.push(...wrongKeys.map((key) => cause.invalid(`data[${key}]`, JSON.stringify(key), rule)));
  if (sizeOf(object) > CONFIG_MAP_BYTES) {
    const message = `Too long: may not be more than ${CONFIG_MAP_BYTES} bytes`;
    causes.push({ reason: 'FieldValueTooLong', message, field: '[]' });
  }
  return causes;
};

function allData(object: PlainObject): Readonly<Record<string, unknown>> {
  const { data, binaryData } = object;
  return { ...(isJsonObject(data) ? data : {}), ...(isJsonObject(binaryData) ? binaryData : {}) };
}

/** A server counts the bytes of binary values, not those of their base64. */
function sizeOf({ data, binaryData }: PlainObject): number {
  const bytes = (fields: unknown, encoding: BufferEncoding): number =>
    isJsonObject(fields)
      ? Object.entries(fields).reduce(
          (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(String(value), encoding),
          0,
        )
      : 0;
  return bytes(data, 'utf8') + bytes(binaryData, 'base64');
}

const checkRole: Check = (object) =>
  listAt(object, 'rules').flatMap((rule, index) => {
    const verbs = rule['verbs'];
    const hasVerbs = Array.isArray(verbs) && verbs.length > 0;
    return hasVerbs ? [] : [cause.required(`rules[${index}].verbs`, 'verbs must contain at least one value')];
  });

const checkBinding: Check = (object, before) => {
  if (before === undefined || isEqual(object['roleRef'], before['roleRef'])) return [];
  return [cause.invalid('roleRef', JSON.stringify(object['roleRef']), 'cannot change roleRef')];
};

/** The fields of a Job that cannot change; completions may, together with parallelism. */
const FIXED_JOB_FIELDS = [
  'spec.selector',
  'spec.template',
  'spec.completionMode',
  'spec.backoffLimitPerIndex',
];

const checkJob: Check = (object, before) => {
  const restartPolicy = valueAt(object, 'spec.template.spec.restartPolicy');
  const field = 'spec.template.spec.restartPolicy';
  if (restartPolicy !== 'Never' && restartPolicy !== 'OnFailure') {
    const value = restartPolicy === undefined ? '""' : JSON.stringify(restartPolicy);
    return [
      restartPolicy === undefined
        ? cause.required(field, 'valid values: "OnFailure", "Never"')
        : cause.notSupported(field, value, ['OnFailure', 'Never']),
    ];
  }
  const isIndexed = valueAt(object, 'spec.completionMode') === 'Indexed';
  if (isIndexed && typeof valueAt(object, 'spec.completions') !== 'number') {
    return [cause.required('spec.completions', 'when completion mode is Indexed')];
  }
  if (before === undefined) return [];
  return FIXED_JOB_FIELDS.filter((path) => !isEqual(valueAt(object, path), valueAt(before, path))).map(
    (path) => cause.invalid(path, JSON.stringify(valueAt(object, path)), 'field is immutable'),
  );
};

const CHECKS: Readonly<Record<PlainResource, Check>> = {
  configmaps: checkConfigMap,
  serviceaccounts: () => [],
  roles: checkRole,
  clusterroles: checkRole,
  rolebindings: checkBinding,
  clusterrolebindings: checkBinding,
  jobs: checkJob,
};

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

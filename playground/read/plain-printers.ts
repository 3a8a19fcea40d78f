import { humanDuration } from '../../src/pod/columns/human-duration.ts';
import { parseTime } from '../../src/pod/timestamp.ts';
import { isJsonObject, type JsonObject, listAt, textAt, valueAt } from '../json.ts';
import type { PlainObject, PlainResource } from '../store/objects.ts';
import { age, AGE, column, NAME, NONE, type Printer } from './printers.ts';

function ageOf({ metadata }: PlainObject, now: Date): string {
  return age(metadata.creationTimestamp, now);
}

const CONFIG_MAP_PRINTER: Printer<PlainObject> = {
  columns: [NAME, column('Data', 'How many keys it has.'), AGE],
  cells: (object, now) => [object.metadata.name ?? '', String(countKeys(object)), ageOf(object, now)],
};

function countKeys(object: PlainObject): number {
  const keysOf = (field: string): number => {
    const value = object[field];
    return isJsonObject(value) ? Object.keys(value).length : 0;
  };
  return keysOf('data') + keysOf('binaryData');
}

const SERVICE_ACCOUNT_PRINTER: Printer<PlainObject> = {
  columns: [NAME, AGE],
  cells: (object, now) => [object.metadata.name ?? '', ageOf(object, now)],
};

const ROLE_PRINTER: Printer<PlainObject> = {
  columns: [NAME, column('Created At', 'When it was created.')],
  cells: ({ metadata }) => [metadata.name ?? '', metadata.creationTimestamp ?? ''],
};

const BINDING_PRINTER: Printer<PlainObject> = {
  columns: [
    NAME,
    column('Role', 'The role that it gives.'),
    AGE,
    column('Users', 'The users that get it.', 1),
    column('Groups', 'The groups that get it.', 1),
    column('ServiceAccounts', 'The ServiceAccounts that get it.', 1),
  ],
  cells: (object, now) => {
    const subjects = listAt(object, 'subjects');
    const named = (kind: string, nameOf: (subject: JsonObject) => string): string =>
      subjects
        .filter((subject) => subject['kind'] === kind)
        .map(nameOf)
        .join(', ');
    return [
      object.metadata.name ?? '',
      `${textAt(object, 'roleRef.kind')}/${textAt(object, 'roleRef.name')}`,
      ageOf(object, now),
      named('User', (subject) => textAt(subject, 'name')),
      named('Group', (subject) => textAt(subject, 'name')),
      named('ServiceAccount', (subject) => `${textAt(subject, 'namespace')}/${textAt(subject, 'name')}`),
    ];
  },
};

const JOB_PRINTER: Printer<PlainObject> = {
  columns: [
    NAME,
    column('Status', 'Whether it runs, and how it has ended.'),
    column('Completions', 'How many pods have succeeded, of all that should.'),
    column('Duration', 'From its start to its end.'),
    AGE,
    column('Containers', 'The containers of its pods.', 1),
    column('Images', 'Their images.', 1),
    column('Selector', 'The labels of its pods.', 1),
  ],
  cells: (job, now) => {
    const containers = listAt(job, 'spec.template.spec.containers');
    return [
      job.metadata.name ?? '',
      jobStatus(job),
      `${numberAt(job, 'status.succeeded') ?? 0}/${numberAt(job, 'spec.completions') ?? '1'}`,
      jobDuration(job, now),
      ageOf(job, now),
      containers.map((container) => textAt(container, 'name')).join(','),
      containers.map((container) => textAt(container, 'image')).join(','),
      selectorOf(job),
    ];
  },
};

/** From the most to the least telling. */
const CONDITIONS = ['Complete', 'Failed', 'Suspended', 'SuccessCriteriaMet', 'FailureTarget'];

function jobStatus(job: PlainObject): string {
  const holding = listAt(job, 'status.conditions')
    .filter((condition) => condition['status'] === 'True')
    .map((condition) => textAt(condition, 'type'));
  const telling = CONDITIONS.find((type) => holding.includes(type));
  if (telling === 'Complete' || telling === 'Failed') return telling;
  return job.metadata.deletionTimestamp === undefined ? (telling ?? 'Running') : 'Terminating';
}

function jobDuration(job: PlainObject, now: Date): string {
  const start = parseTime(textAt(job, 'status.startTime'));
  if (start === undefined) return '';
  const end = parseTime(textAt(job, 'status.completionTime')) ?? now;
  return humanDuration(end.getTime() - start.getTime());
}

function selectorOf(job: PlainObject): string {
  const labels = valueAt(job, 'spec.selector.matchLabels');
  if (!isJsonObject(labels)) return NONE;
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(',');
}

function numberAt(object: PlainObject, path: string): number | undefined {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : undefined;
}

/** The columns of `kubectl get -o wide` for each plain resource. */
export const PLAIN_PRINTERS: Readonly<Record<PlainResource, Printer<PlainObject>>> = {
  configmaps: CONFIG_MAP_PRINTER,
  serviceaccounts: SERVICE_ACCOUNT_PRINTER,
  roles: ROLE_PRINTER,
  rolebindings: BINDING_PRINTER,
  clusterroles: ROLE_PRINTER,
  clusterrolebindings: BINDING_PRINTER,
  jobs: JOB_PRINTER,
};

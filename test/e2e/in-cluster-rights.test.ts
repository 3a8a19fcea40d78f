import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBUG_IMAGE, PROGRAM_IMAGE } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';
import { startProgram } from './program.ts';

interface Rule {
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

interface Printed {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules?: readonly Rule[];
}

/** One verb of one rule. */
interface Verb {
  readonly rule: number;
  readonly verb: string;
  readonly resource: string;
}

let namespace: Namespace;

/** What `--dry-run=client` prints, each time for another run. */
async function printObjects(): Promise<readonly Printed[]> {
  const audit = ['audit', '-n', namespace.name, '-l', 'made=e2e', `--image=${DEBUG_IMAGE}`];
  const where = [
    '--in-cluster=1',
    `--in-cluster-image=${PROGRAM_IMAGE ?? ''}`,
    '--dry-run=client',
    '-o',
    'json',
  ];
  const { stdout } = await startProgram([...audit, ...where, '--', 'id']).ended;
  return (JSON.parse(stdout) as { readonly items: readonly Printed[] }).items;
}

const verbsOf = (objects: readonly Printed[]): readonly Verb[] =>
  objects.flatMap(({ rules = [] }) =>
    rules.flatMap(({ verbs, resources: [resource = ''] }, rule) =>
      verbs.map((verb) => ({ rule, verb, resource })),
    ),
  );

function without(objects: readonly Printed[], { rule: index, verb }: Verb): readonly Printed[] {
  const lacking = (rule: Rule, at: number): Rule =>
    at === index ? { ...rule, verbs: rule.verbs.filter((one) => one !== verb) } : rule;
  return objects.map(({ rules, ...object }) =>
    rules === undefined
      ? object
      : { ...object, rules: rules.map(lacking).filter(({ verbs }) => verbs.length > 0) },
  );
}

const nameOfJob = (objects: readonly Printed[]): string =>
  objects.find(({ kind }) => kind === 'Job')?.metadata.name ?? '';

/** What the worker says: in the counts, or if it may not write them, at its end. */
async function wordsOfWorker(job: string): Promise<string> {
  const place = ['-n', namespace.name, '-o', 'json'];
  const counts = await kubectl(['get', 'configmap', `${job}-counts`, ...place]);
  return `${counts}${await kubectl(['get', 'pods', '-l', `job-name=${job}`, ...place])}`.replaceAll('\\', '');
}

async function removeRun(job: string): Promise<void> {
  const kinds = 'job,configmap,serviceaccount,role,rolebinding';
  const label = `kubectl-debug/audit=${job.replace(/^audit-/, '')}`;
  await kubectl(['delete', kinds, '-n', namespace.name, '-l', label, '--wait=false']);
}

const AT_ONCE = 3;

/** Starts a run without one right, until its worker says which. */
async function expectComplaint(missing: Verb): Promise<void> {
  const objects = without(await printObjects(), missing);
  const job = nameOfJob(objects);
  await kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  const { verb, resource } = missing;
  const says = new RegExp(`(may not|cannot) ${verb} (resource )?"?${resource}`);
  await eventually(`a worker that may not ${verb} ${resource}`, async () =>
    says.test(await wordsOfWorker(job)) ? true : undefined,
  );
  await removeRun(job);
}

describe.skipIf(PROGRAM_IMAGE === undefined)('the rights of the workers', () => {
  beforeAll(async () => {
    namespace = await createNamespace('fleet-rights');
    await namespace.create([aPod('web-1')]);
  });

  afterAll(() => namespace.remove());

  it('are enough as they are printed', async () => {
    const objects = await printObjects();
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    await kubectl(['apply', '-f', '-'], JSON.stringify(list));
    const run = nameOfJob(objects).replace(/^audit-/, '');
    const { exitCode, stdout } = await startProgram(['audit', `--follow=${run}`, '-n', namespace.name]).ended;
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: expect.stringContaining('1 pod: exit code 0') as string,
    });
    const left = await kubectl([
      'get',
      'job,configmap,serviceaccount,role,rolebinding',
      '-n',
      namespace.name,
      '-o',
      'name',
    ]);
    expect(left).not.toContain(run);
  });

  it('are all needed: the worker names each one that it lacks', { timeout: 600_000 }, async () => {
    const verbs = verbsOf(await printObjects());
    expect(verbs.length).toBeGreaterThan(8);
    const left = [...verbs];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await expectComplaint(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
});

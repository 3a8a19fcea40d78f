import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { DEBUG_IMAGE, PROGRAM_IMAGE, ROOT } from './environment.ts';
import { eventually } from './eventually.ts';
import { aPod, createNamespace, type Namespace } from './fixture.ts';
import { kubectl } from './kubectl.ts';

/** What a pod must say to run where Pod Security is `restricted`. */
const RESTRICTED = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};

interface Ended {
  readonly exitCode: number;
  readonly log: string;
}

/** Waits until the container of a pod has ended; its exit code and its log. */
async function endOf(namespace: Namespace, pod: string): Promise<Ended> {
  const exitCode = await eventually(`the end of ${pod}`, async () => {
    const { status } = await namespace.read(pod);
    return status?.containerStatuses?.[0]?.state?.terminated?.exitCode;
  });
  return { exitCode, log: await kubectl(['logs', pod, '-n', namespace.name]) };
}

const apply = (objects: readonly object[]): Promise<string> =>
  kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));

describe.runIf(PROGRAM_IMAGE)('the image of the program', () => {
  let shop: Namespace;
  beforeAll(async () => {
    shop = await createNamespace('image');
    await kubectl(['create', 'role', 'reader', '--verb=list', '--resource=pods', '-n', shop.name]);
    await kubectl([
      'create',
      'rolebinding',
      'reader',
      '--role=reader',
      `--serviceaccount=${shop.name}:default`,
      '-n',
      shop.name,
    ]);
    await shop.enforce('restricted');
  });
  afterAll(() => shop.remove());

  it.each([
    { label: 'the user of the image', name: 'own', user: {} },
    { label: 'a user that nothing knows, as OpenShift has', name: 'other', user: { runAsUser: 1000650000 } },
  ])(
    'works as $label, with the ServiceAccount of its pod and nothing to write to',
    async ({ name, user }) => {
      const container = {
        name: 'program',
        image: PROGRAM_IMAGE,
        args: ['pods'],
        securityContext: { ...RESTRICTED, ...user },
      };
      const spec = { containers: [container], automountServiceAccountToken: true, restartPolicy: 'Never' };
      await shop.create([aPod(name, spec)], () => true);
      const { exitCode, log } = await endOf(shop, name);
      expect(log).toMatch(new RegExp(`^NAME +READY +STATUS.*\\n(.*\\n)*${name} `));
      expect(exitCode).toBe(0);
    },
  );
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** The manifests of a file of deploy/cronjobs, with the namespaces and images of this test. */
function cronJobs(
  file: string,
  { shop, audits }: { readonly shop: string; readonly audits: string },
): readonly Manifest[] {
  const text = readFileSync(path.join(ROOT, 'deploy/cronjobs', file), 'utf8')
    .replaceAll(/\baudits\b(?!:)/g, audits)
    .replaceAll(/\bshop\b/g, shop)
    .replaceAll(/image: \S+/g, `image: ${PROGRAM_IMAGE ?? ''}`)
    .replaceAll('- --one-per-owner', `- --image=${DEBUG_IMAGE}`);
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest)
    .filter(({ kind }) => kind !== 'Namespace');
}

describe.runIf(PROGRAM_IMAGE)('the CronJobs of deploy/', () => {
  let [shop, audits]: readonly Namespace[] = [];
  const placed = () => ({ shop: nameOf(shop), audits: nameOf(audits) });
  const nameOf = (namespace: Namespace | undefined): string => namespace?.name ?? '';

  beforeAll(async () => {
    [shop, audits] = [await createNamespace('audited'), await createNamespace('audits')];
    await shop.create([aPod('web-1'), aPod('web-2')]);
    await audits.enforce('restricted');
  });
  afterAll(async () => {
    await shop?.remove();
    await audits?.remove();
  });

  /** Runs the CronJob now; `change` is made to its arguments. */
  async function runNow(file: string, change: (args: string) => string = (args) => args): Promise<Ended> {
    const manifests = cronJobs(file, placed());
    await apply(JSON.parse(change(JSON.stringify(manifests))) as Manifest[]);
    const job = `now-${randomBytes(3).toString('hex')}`;
    const { audits: namespace } = placed();
    await kubectl(['create', 'job', job, '--from=cronjob/nightly', '-n', namespace]);
    const pod = await eventually(`the pod of ${job}`, async () => {
      const name = await kubectl([
        'get',
        'pods',
        '-l',
        `job-name=${job}`,
        '-n',
        namespace,
        '-o',
        'jsonpath={.items[*].metadata.name}',
      ]);
      return name === '' ? undefined : name;
    });
    if (audits === undefined) throw new Error('no namespace');
    return endOf(audits, pod);
  }

  it('leave a report in a ConfigMap, and replace it the next night', async () => {
    const first = await runNow('report-in-configmap.yaml');
    expect(first).toMatchObject({ exitCode: 0, log: /2 pods: exit code 0/ });
    const read = async () =>
      JSON.parse(await kubectl(['get', 'configmap', 'nightly', '-n', placed().audits, '-o', 'json'])) as {
        readonly data: Readonly<Record<string, string>>;
        readonly binaryData: Readonly<Record<string, string>>;
      };
    const report = await read();
    expect(JSON.parse(report.data['summary.json'] ?? '')).toMatchObject({ total: 2, passed: 2 });
    expect(report.data['result.txt']).toMatch(/^2 pods: exit code 0/);
    const page = gunzipSync(Buffer.from(report.binaryData['report.html.gz'] ?? '', 'base64')).toString();
    expect(page).toContain('</html>');

    const second = await runNow('report-in-configmap.yaml', (args) =>
      args.replace('--expect=nameserver', '--expect=nobody'),
    );
    expect(second.exitCode).toBe(1);
    expect(JSON.parse((await read()).data['summary.json'] ?? '')).toMatchObject({ passed: 0, unmet: 2 });
  });

  it('write a line for each pod to the log', async () => {
    const { exitCode, log } = await runNow('lines-in-log.yaml');
    expect(exitCode).toBe(0);
    const rows = log.split('\n').filter((line) => line.startsWith('{'));
    expect(rows.map((line) => (JSON.parse(line) as { readonly verdict: string }).verdict)).toEqual([
      'passed',
      'passed',
    ]);
  });

  it('write a page and the outputs to a volume', async () => {
    // There is no storage class in every cluster.
    const { exitCode, log } = await runNow('report-on-volume.yaml', (manifests) =>
      manifests.replace('"persistentVolumeClaim":{"claimName":"reports"}', '"emptyDir":{}'),
    );
    expect(log).toContain('report written to /reports/nightly.html');
    expect(log).toContain('2 outputs written to /reports/outputs');
    expect(exitCode).toBe(0);
  });
});

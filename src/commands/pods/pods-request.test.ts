import { describe, expect, it } from 'vitest';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { POD_FLAGS } from '../../flags/tables/pods-flags.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { readPodsRequest, type PodsRequest } from './pods-request.ts';

function read(line: string): Promise<PodsRequest> {
  const argv = line.split(' ').filter((word) => word !== '');
  return readPodsRequest(anIo().io, parseCommandLine([...POD_FLAGS, ...GLOBAL_FLAGS], argv));
}

const LIST = { kind: 'list', isAllNamespaces: false, selection: {} };
const TABLE = {
  kind: 'table',
  view: 'status',
  showsEnded: true,
  isWide: false,
  hasHeaders: true,
  showsKind: false,
  labelColumns: [],
  showsLabels: false,
};
const YAML = { kind: 'objects', format: 'yaml', showsManagedFields: false };
const PODS = ['web-1', 'web-2', 'web-3', 'web-4'].map((name) => ({ kind: 'pod', name }));
const files = (isRecursive: boolean, ...names: readonly string[]) =>
  names.map((name) => ({ name, isRecursive }));
const DEFAULTS = {
  source: LIST,
  output: TABLE,
  watch: undefined,
  sortBy: undefined,
  chunkSize: 500,
  ignoresNotFound: false,
  filters: [],
  color: 'auto',
};

describe('readPodsRequest', () => {
  it.each([
    { line: '', request: {} },
    { line: '-A', request: { source: { ...LIST, isAllNamespaces: true } } },
    {
      line: '-l app=web,tier!=db --field-selector status.phase=Running',
      request: {
        source: {
          ...LIST,
          selection: { labelSelector: 'app=web,tier!=db', fieldSelector: 'status.phase=Running' },
        },
      },
    },
    { line: '--selector= --field-selector=', request: {} },
    { line: '-o wide', request: { output: { ...TABLE, isWide: true } } },
    { line: '--output=', request: {} },
    { line: '--no-headers', request: { output: { ...TABLE, hasHeaders: false } } },
    { line: '-L app,tier -L x/y', request: { output: { ...TABLE, labelColumns: ['app', 'tier', 'x/y'] } } },
    {
      line: '--show-labels --show-kind',
      request: { output: { ...TABLE, showsLabels: true, showsKind: true } },
    },
    { line: '-o JSON', request: { output: { ...YAML, format: 'json' } } },
    { line: '-ojson', request: { output: { ...YAML, format: 'json' } } },
    { line: '-o yaml --show-managed-fields', request: { output: { ...YAML, showsManagedFields: true } } },
    { line: '-o name', request: { output: { ...YAML, format: 'name' } } },
    { line: '--chunk-size=0', request: { chunkSize: 0 } },
    { line: '--ignore-not-found', request: { ignoresNotFound: true } },
    { line: '-w', request: { watch: { showsList: true, hasEvents: false } } },
    { line: '--watch-only', request: { watch: { showsList: false, hasEvents: false } } },
    { line: '-w --output-watch-events', request: { watch: { showsList: true, hasEvents: true } } },
    { line: '--containers -o wide', request: { output: { ...TABLE, view: 'containers', isWide: true } } },
    {
      line: '--not-ready --debugged --with-sidecars --restarted-since=1h30m',
      request: {
        output: { ...TABLE, view: 'debugged', showsEnded: false },
        filters: [
          { kind: 'not-ready' },
          { kind: 'with-sidecars' },
          { kind: 'debugged', includesEnded: false },
          { kind: 'restarted-since', milliseconds: 5_400_000 },
        ],
      },
    },
    { line: '--explain', request: { output: { kind: 'explanation' } } },
    { line: '--color=never', request: { color: 'never' } },
    { line: 'web-1', request: { source: { kind: 'named', targets: PODS.slice(0, 1) } } },
    {
      line: 'pod/web-1 pods/web-2 po/web-3 -- web-4',
      request: { source: { kind: 'named', targets: PODS } },
    },
    {
      line: 'deploy/web node/n1',
      request: {
        source: {
          kind: 'named',
          targets: [
            { kind: 'workload', type: 'deployment', name: 'web' },
            { kind: 'node', name: 'n1' },
          ],
        },
      },
    },
    {
      line: '-f a.yaml,b.yaml -f c',
      request: { source: { kind: 'files', files: files(false, 'a.yaml', 'b.yaml', 'c') } },
    },
    {
      line: '-R -f manifests',
      request: { source: { kind: 'files', files: files(true, 'manifests') } },
    },
  ])('reads "$line"', async ({ line, request }) => {
    expect(await read(line)).toEqual({ ...DEFAULTS, ...request });
  });

  it.each([
    { line: '-o jsonpath={.kind}', output: { kind: 'json-path', isJson: false, isStrict: false } },
    { line: '-o=jsonpath={.kind}', output: { kind: 'json-path', isJson: false } },
    { line: '-ojsonpath-as-json={.kind}', output: { kind: 'json-path', isJson: true } },
    {
      line: '-ojsonpath={.kind} --allow-missing-template-keys=false',
      output: { kind: 'json-path', isStrict: true },
    },
    { line: '-o custom-columns=N:.metadata.name', output: { kind: 'custom-columns', hasHeaders: true } },
    { line: '-o custom-columns=N:.a --no-headers', output: { kind: 'custom-columns', hasHeaders: false } },
  ])('reads the template of $line', async ({ line, output }) => {
    expect((await read(line)).output).toMatchObject(output);
  });

  it('reads the path to sort by', async () => {
    expect((await read('--sort-by=.metadata.name')).sortBy?.template).toBe('{.metadata.name}');
  });

  it.each([
    { line: 'web-1 -l app=web', message: /by name or by a selector/ },
    { line: 'web-1 --field-selector a=b', message: /by name or by a selector/ },
    { line: '-f x.yaml -l app=web', message: /by name or by a selector/ },
    { line: 'web-1 -f x.yaml', message: /by --filename/ },
    { line: 'web-1 -A', message: /in all namespaces/ },
    { line: '-o table', message: /unknown output format "table"/ },
    { line: '-o WIDE', message: /unknown output format "WIDE"/ },
    { line: '-o json=x', message: /unknown output format "json=x"/ },
    { line: '-o go-template={{.kind}}', message: /"go-template" is not supported/ },
    { line: '-o kyaml', message: /"kyaml" is not supported/ },
    { line: '-o jsonpath', message: /no template given/ },
    { line: '-o jsonpath={.a', message: /unclosed action/ },
    {
      line: '-o jsonpath-file=/does/not/exist',
      message: /cannot read \/does\/not\/exist: there is no such file/,
    },
    { line: '-o custom-columns=', message: /no custom columns given/ },
    { line: '-o custom-columns=NAME', message: /unexpected custom-columns spec: NAME/ },
    { line: '-o json --show-labels', message: /cannot be used with json/ },
    { line: '--sort-by={.a}{.b}', message: /unexpected path string/ },
    { line: '--chunk-size=-1', message: /cannot be -1/ },
    { line: '--output-watch-events', message: /only be used with --watch/ },
    { line: '-w web-1 web-2', message: /only watch one/ },
    { line: 'ingress/web', message: /not supported/ },
    {
      line: '--explain -o json',
      message: /--explain answers in sentences, so --output cannot be used with it/,
    },
    { line: '--explain -w', message: /--watch cannot be used with it/ },
    { line: '--explain --no-headers', message: /--no-headers cannot be used with it/ },
    { line: '--explain --resources', message: /--resources cannot be used with it/ },
    { line: '--resources --containers', message: /--containers and --resources cannot be used together/ },
    { line: '--ephemeral-containers -o name', message: /--ephemeral-containers prints a table, not name/ },
    { line: '--containers -o json', message: /--containers prints a table, not json/ },
    { line: '--containers -o jsonpath={.kind}', message: /prints a table, not jsonpath/ },
    { line: '--restarted-since=0', message: /must be more than 0/ },
    { line: '--restarted-since=-1h', message: /must be more than 0/ },
    { line: '--color=red', message: /--color cannot be "red"/ },
    { line: '--color=', message: /--color cannot be ""/ },
    { line: 'Web_1', message: /cannot be the name/ },
  ])('refuses "$line"', async ({ line, message }) => {
    await expect(read(line)).rejects.toThrow(
      expect.objectContaining({ kind: 'usage', message: expect.stringMatching(message) }),
    );
  });
});

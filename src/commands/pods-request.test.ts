import { describe, expect, it } from 'vitest';
import { GLOBAL_FLAGS } from '../flags/global-flags.ts';
import { parseCommandLine } from '../flags/parse-command-line.ts';
import { POD_FLAGS } from '../flags/pods-flags.ts';
import { readPodsRequest, type PodsRequest } from './pods-request.ts';

function read(line: string): PodsRequest {
  const argv = line.split(' ').filter((word) => word !== '');
  return readPodsRequest(parseCommandLine([...POD_FLAGS, ...GLOBAL_FLAGS], argv));
}

const TABLE = { kind: 'table', isWide: false, hasHeaders: true };
const LIST = { kind: 'list', isAllNamespaces: false, labelSelector: undefined, output: TABLE };

describe('readPodsRequest', () => {
  it.each([
    { line: '', request: LIST },
    { line: '-A', request: { ...LIST, isAllNamespaces: true } },
    { line: '-l app=web,tier!=db', request: { ...LIST, labelSelector: 'app=web,tier!=db' } },
    { line: '--selector=', request: LIST },
    { line: '-o wide', request: { ...LIST, output: { ...TABLE, isWide: true } } },
    { line: '--output=', request: LIST },
    { line: '--no-headers', request: { ...LIST, output: { ...TABLE, hasHeaders: false } } },
    { line: '-ojson', request: { ...LIST, output: { kind: 'objects', format: 'json' } } },
    { line: '-o yaml', request: { ...LIST, output: { kind: 'objects', format: 'yaml' } } },
    { line: '-o name', request: { ...LIST, output: { kind: 'objects', format: 'name' } } },
    { line: 'web-1', request: { kind: 'named', names: ['web-1'], output: TABLE } },
    {
      line: 'pod/web-1 pods/web-2 po/web-3 -- web-4',
      request: { kind: 'named', names: ['web-1', 'web-2', 'web-3', 'web-4'], output: TABLE },
    },
  ])('reads "$line"', ({ line, request }) => {
    expect(read(line)).toEqual(request);
  });

  it.each([
    { line: 'web-1 -l app=web', message: /by name or with --selector/ },
    { line: 'web-1 -A', message: /in all namespaces/ },
    { line: '-o table', message: /unknown output format "table"/ },
    { line: 'node/n1', message: /not a pod/ },
    { line: 'deploy/web', message: /not a pod/ },
    { line: 'Web_1', message: /cannot be the name/ },
  ])('refuses "$line"', ({ line, message }) => {
    expect(() => read(line)).toThrow(
      expect.objectContaining({ kind: 'usage', message: expect.stringMatching(message) }),
    );
  });
});

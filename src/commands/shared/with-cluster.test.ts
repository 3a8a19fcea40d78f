import type { ServerOptions } from 'node:https';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { aLocalServer, json, type LocalServer } from '../../../test/servers/local-server.ts';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { withCluster } from './with-cluster.ts';

interface Setup {
  readonly argv: readonly string[];
  readonly warnings?: readonly string[];
  readonly exitCode?: number;
  readonly gitVersion?: string;
  readonly tls?: ServerOptions;
}

/** Runs a command that sends two requests and ends with `exitCode`. */
async function run({ argv, warnings = [], exitCode = 0, gitVersion = 'v1.37.0', tls }: Setup) {
  const server: LocalServer = await aLocalServer((_request, response) => {
    response.setHeader(
      'warning',
      warnings.map((text) => `299 - "${text}"`),
    );
    json(response, { gitVersion });
  }, tls);
  const { io, stderrText } = anIo();
  const { flags } = parseCommandLine(GLOBAL_FLAGS, [`--server=${server.url}`, ...argv]);
  const ended = await withCluster(io, flags, async (cluster, signal) => {
    for (const path of ['/one', '/two']) await cluster.requestJson({ method: 'GET', path, signal });
    return exitCode;
  }).catch((error: unknown) => error);
  return { ended, paths: server.requests.map(({ path }) => path), stderr: stderrText() };
}

describe('--warnings-as-errors', () => {
  const argv = ['--warnings-as-errors'];
  it.each([
    { warnings: ['old'], message: '1 warning received' },
    { warnings: ['old', 'older'], message: '2 warnings received' },
  ])('fails at the end in kubectl’s words: $message', async ({ warnings, message }) => {
    const { ended, stderr, paths } = await run({ argv, warnings });
    expect(ended).toMatchObject({ kind: 'server-warning', message });
    expect(stderr).toBe(warnings.map((text) => `Warning: ${text}\n`).join(''));
    expect(paths).toEqual(['/one', '/two']);
  });

  it.each([
    { label: 'there was none', setup: { argv }, expected: 0 },
    { label: 'it was not given', setup: { argv: [], warnings: ['old'] }, expected: 0 },
    { label: 'it is off', setup: { argv: ['--warnings-as-errors=false'], warnings: ['old'] }, expected: 0 },
    { label: 'the command failed anyway', setup: { argv, warnings: ['old'], exitCode: 7 }, expected: 7 },
  ])('leaves the exit code alone where $label', async ({ setup, expected }) => {
    expect((await run(setup)).ended).toBe(expected);
  });
});

it('counts no warning of our own for --warnings-as-errors', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'k' }], { keyType: 'ec' });
  const argv = ['--warnings-as-errors', '--insecure-skip-tls-verify', '--token=t'];
  const { ended, stderr } = await run({ argv, tls: { cert, key } });
  expect(ended).toBe(0);
  expect(stderr).toMatch(/^Warning: the certificate of .* is not verified\n$/);
});

describe('--match-server-version', () => {
  const argv = ['--match-server-version'];

  it('asks for the version before anything else', async () => {
    expect(await run({ argv })).toMatchObject({ ended: 0, paths: ['/version', '/one', '/two'] });
  });

  it('lets nothing else happen where it differs', async () => {
    const { ended, paths } = await run({ argv, gitVersion: 'v1.35.4' });
    expect(ended).toMatchObject({ kind: 'server-version' });
    expect(paths).toEqual(['/version']);
  });
});

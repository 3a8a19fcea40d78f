import { describe, expect, it } from 'vitest';
import { aCluster } from '../../../test/builders/a-cluster.ts';
import { ApiError } from '../../cluster/refusals/api-error.ts';
import { CliError } from '../../errors/cli-error.ts';
import { namePlatform } from './name-platform.ts';

const PLATFORM = new CliError('image-platform', 'exec format error', { hint: 'use another image' });
const OTHER = new CliError('image-denied', 'denied');
const { signal } = new AbortController();
const nodeInfo = { architecture: 'arm64', operatingSystem: 'linux' };

describe('namePlatform', () => {
  it('names the platform of the node', async () => {
    const { cluster } = aCluster({ json: () => ({ metadata: { name: 'n1' }, status: { nodeInfo } }) });
    expect(await namePlatform(cluster, { error: PLATFORM, node: 'n1' }, signal)).toMatchObject({
      kind: 'image-platform',
      message: 'exec format error',
      hint: expect.stringMatching(/^node n1 is linux\/arm64: /) as string,
    });
  });

  it('leaves the error alone where the node may not be read', async () => {
    const { cluster } = aCluster({
      json: () => {
        throw new ApiError({ method: 'GET', path: '/' }, 403, {});
      },
    });
    expect(await namePlatform(cluster, { error: PLATFORM, node: 'n1' }, signal)).toBe(PLATFORM);
  });

  it('asks about nothing but the platform', async () => {
    const { cluster, requests } = aCluster({ json: () => ({ metadata: { name: 'n1' } }) });
    expect(await namePlatform(cluster, { error: OTHER, node: 'n1' }, signal)).toBe(OTHER);
    expect(requests).toEqual([]);
  });
});

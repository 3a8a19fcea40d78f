import { describe, expect, it } from 'vitest';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { aLocalServer, json } from '../../../test/servers/local-server.ts';
import { connect } from '../connect/connect.ts';
import { listShape, POD } from './object-shapes.ts';
import { getPod } from '../api/pods.ts';
import { normalizeObject } from './normalize-object.ts';
import { parseWatchLine } from '../watch/watch-line.ts';

const folder = await aFolder();

/** What `getPod` makes of an answer. */
async function readAnswer(body: unknown): Promise<unknown> {
  const server = await aLocalServer((_request, response) => {
    json(response, body);
  });
  const kubeconfig = await folder.write(`config-${server.port}`, aKubeconfig({ server: server.url }));
  const cluster = await connect(anIo().io, { kubeconfig });
  try {
    return await getPod(cluster, { namespace: 'shop', name: 'web-1' });
  } finally {
    cluster.close();
  }
}

describe('an object of the API', () => {
  it.each([
    { label: 'nothing', body: {}, expected: { metadata: {}, spec: { containers: [] } } },
    { label: 'no object at all', body: null, expected: { metadata: {}, spec: { containers: [] } } },
    {
      label: 'null everywhere',
      body: { metadata: null, spec: { containers: null, initContainers: null }, status: null },
      expected: { metadata: {}, spec: { containers: [] } },
    },
    {
      label: 'null in lists',
      body: { spec: { containers: [null] }, status: { containerStatuses: [null], conditions: [null] } },
      expected: {
        metadata: {},
        spec: { containers: [{ name: '' }] },
        status: {
          containerStatuses: [{ name: '', ready: false, restartCount: 0 }],
          conditions: [{ type: '', status: '' }],
        },
      },
    },
  ])('with $label is read like an empty one', async ({ body, expected }) => {
    expect(await readAnswer(body)).toEqual(expected);
  });

  it('keeps what this program does not know, and times that are null', () => {
    const pod = {
      metadata: { labels: { a: 'b' }, selfLink: null },
      spec: { containers: [{ name: 'app', new: [null] }] },
      status: {
        containerStatuses: [
          {
            name: 'app',
            ready: true,
            restartCount: 0,
            state: { terminated: { exitCode: 0, finishedAt: null } },
          },
        ],
      },
    };
    expect(normalizeObject(structuredClone(pod), POD, 'it')).toEqual(pod);
  });

  it('takes a number for a quantity', () => {
    const pod = { metadata: {}, spec: { containers: [{ name: 'app', resources: { limits: { cpu: 1 } } }] } };
    expect(normalizeObject(pod, POD, 'it')).toMatchObject({
      spec: { containers: [{ resources: { limits: { cpu: '1' } } }] },
    });
  });

  it.each([
    { body: 'pod', says: 'it is a text, not an object' },
    { body: { metadata: [] }, says: 'metadata is a list, not an object' },
    { body: { spec: 'x' }, says: 'spec is a text, not an object' },
    { body: { spec: { containers: {} } }, says: 'spec.containers is an object, not a list' },
    {
      body: { spec: { containers: [{ name: 7 }] } },
      says: 'spec.containers[0].name is a number, not a text',
    },
    {
      body: { metadata: { labels: { '\u001b[2J': true } } },
      says: 'metadata.labels is true or false, not a text',
    },
    {
      body: { status: { containerStatuses: [{ restartCount: '1' }] } },
      says: 'status.containerStatuses[0].restartCount is a text, not a number',
    },
  ])('of another shape is refused: $says', async ({ body, says }) => {
    const refused = readAnswer(body);
    await expect(refused).rejects.toMatchObject({ name: 'CliError', kind: 'server-error' });
    await expect(refused).rejects.toThrow(
      `answered GET /api/v1/namespaces/shop/pods/web-1 with an invalid object: ${says}`,
    );
  });

  it('is named where it is one of a list', () => {
    const list = { items: [{}, { metadata: { namespace: 'shop', name: 'web-2' }, spec: 7 }] };
    expect(() => normalizeObject(list, listShape(POD), 'it answered')).toThrow(
      'items[1].spec (shop/web-2) is a number, not an object',
    );
  });

  it.each([null, 7, [], { type: 'ADDED', object: 'x' }, { type: 'ERROR', object: [] }, { type: 3 }])(
    'that is a line of a watch is looked at as well: %j',
    (line) => {
      const read = (): unknown => parseWatchLine(line, { path: '/api/v1/pods', shape: POD });
      if (line === null) expect(read()).toBeUndefined();
      else
        expect(read).toThrow(/^the API server answered the watch of \/api\/v1\/pods with an invalid object/);
    },
  );
});

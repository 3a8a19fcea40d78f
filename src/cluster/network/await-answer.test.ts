import { expect, it } from 'vitest';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { anIo } from '../../../test/builders/an-io.ts';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { aLocalServer } from '../../../test/servers/local-server.ts';
import { connect } from '../connect/connect.ts';
import { askWeb } from './web-request.ts';

const folder = await aFolder();
const SWITCHES = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nhello';

async function aSwitchingServer() {
  return aLocalServer((_request, response) => {
    response.socket?.end(SWITCHES);
  });
}

it('says so when a server changes the protocol without being asked', async () => {
  const server = await aSwitchingServer();
  const kubeconfig = await folder.write('config', aKubeconfig({ server: server.url }));
  const cluster = await connect(anIo().io, { kubeconfig });
  const asked = cluster.requestJson({ method: 'GET', path: '/version' });
  await expect(asked).rejects.toMatchObject({
    kind: 'unreachable',
    message: `cannot reach the API server ${server.url}: the connection was closed without an answer`,
  });
  cluster.close();
});

it('says so of a web address as well', async () => {
  const { url } = await aSwitchingServer();
  const { signal } = new AbortController();
  const asked = askWeb({ env: {}, workingDirectory: '/' }, { url: new URL(url), signal });
  await expect(asked).rejects.toMatchObject({ kind: 'unreachable' });
});

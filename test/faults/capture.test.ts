import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readPcapng } from '../drivers/read-pcapng.ts';
import { finish } from '../drivers/run-command.ts';
import { runPlayground } from '../drivers/run-playground.ts';
import { until } from '../drivers/until.ts';

/** A TCP proxy on a port of its own. `cut` breaks all connections and takes no new one until `mend`. */
async function openProxy(to: number) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return void client.destroy();
    const upstream = connect(to, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
    open.clear();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, cut, mend: () => (isCut = false) };
}

it('goes on capturing after a cut, keeps what came, and says for how long packets may be missing', async () => {
  const cluster = await runPlayground();
  onTestFinished(() => cluster.close());
  const folder = await mkdtemp(path.join(tmpdir(), 'capture-cut-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const port = Number(new URL(cluster.playground.url).port);
  const proxy = await openProxy(port);
  const kubeconfig = path.join(folder, 'kubeconfig');
  const text = await readFile(cluster.kubeconfigs.admin, 'utf8');
  await writeFile(kubeconfig, text.replaceAll(`:${port}`, `:${proxy.port}`));
  const pod = await cluster.makePod();
  const file = path.join(folder, 'a.pcapng');
  const packets = (): readonly number[] => (existsSync(file) ? readPcapng(readFileSync(file)).packets : []);
  const command = cluster.start(['capture', pod, '--image=tools', '-w', file], { kubeconfig });
  const untilPackets = (count: number) => until(() => packets().length === count, command.stderrText);
  await untilPackets(3);
  proxy.cut();
  // The playground's tcpdump writes its three packets whenever it starts.
  expect(packets()).toEqual([0, 0, 0]);
  proxy.mend();
  await untilPackets(6);
  command.deliver('SIGINT');
  const { exitCode, stderr } = await finish(command);
  expect(exitCode).toBe(0);
  expect(stderr.match(/^Warning: .*/gm)).toEqual([
    expect.stringMatching(/^Warning: the connection was lost: some packets may be missing for \d+s$/),
  ]);
  expect(stderr).toMatch(/^6 packets, /m);
  expect(readPcapng(readFileSync(file))).toMatchObject({
    interfaces: [`default/${pod}`],
    packets: [0, 0, 0, 0, 0, 0],
    statistics: [{ index: 0 }],
  });
  expect(cluster.readPod(pod).spec.ephemeralContainers).toHaveLength(1);
});

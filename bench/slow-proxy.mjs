// A TCP proxy in front of an API server that adds latency, for measurements: half of it on each way, so that a round
// trip takes `latencyMs` longer. Opening a connection through it costs that once as well, as TCP's handshake does.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Passes on what comes from one side to the other after a while, in order; `isOpen` is when the first byte may go. */
function passOn(from, to, delayMs, isOpen) {
  const later = (act) => void isOpen.then(() => setTimeout(act, delayMs));
  from.on('data', (chunk) => later(() => to.write(chunk)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => to.destroy());
  from.on('close', () => later(() => to.destroy()));
}

/** Starts it; returns a kubeconfig whose server is the proxy, and what ends both. */
export async function slowDown({ kubectl, kubeconfig }, latencyMs) {
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const args = ['config', 'view', '--raw', '--minify', '--flatten', '-o', 'json'];
  const config = JSON.parse(spawnSync(kubectl, args, { env, encoding: 'utf8' }).stdout);
  const { cluster } = config.clusters[0];
  const { hostname, port } = new URL(cluster.server);
  const proxy = createServer((client) => {
    client.setNoDelay(true);
    const server = connect({ host: hostname, port: Number(port), noDelay: true });
    // The kernel accepts at once what a distant server would take a round trip for.
    const isOpen = new Promise((resolve) => setTimeout(resolve, latencyMs));
    passOn(client, server, latencyMs / 2, isOpen);
    passOn(server, client, latencyMs / 2, isOpen);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  cluster.server = `https://127.0.0.1:${proxy.address().port}`;
  cluster['tls-server-name'] ??= hostname;
  const folder = await mkdtemp(path.join(tmpdir(), 'kubectl-debug-bench-'));
  const file = path.join(folder, 'kubeconfig');
  await writeFile(file, JSON.stringify(config), { mode: 0o600 });
  const close = async () => {
    proxy.close();
    await rm(folder, { recursive: true });
  };
  return { kubeconfig: file, close };
}

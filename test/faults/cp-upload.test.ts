import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { canConfine } from '../../playground/run/can-confine.ts';
import { finish } from '../drivers/run-command.ts';
import { runPlayground } from '../drivers/run-playground.ts';
import { someBytes } from '../samples/some-bytes.ts';

const probe = mkdtempSync(path.join(tmpdir(), 'cp-cut-probe-'));
/** A debug container sees the files of another only where containers have namespaces. */
const hasNamespaces = await canConfine(probe);
rmSync(probe, { recursive: true });

const MIB = 1024 * 1024;

/** A TCP proxy that cuts all connections when a client has sent so many bytes over one, as often as `cuts` says. */
async function openProxy(to: number, afterBytes: readonly number[]) {
  const open = new Set<Socket>();
  const left = [...afterBytes];
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1');
    let sent = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      sent += bytes.length;
      if (sent < (left[0] ?? Infinity)) return;
      left.shift();
      for (const socket of open) socket.destroy();
      open.clear();
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, cutsLeft: () => left.length };
}

describe.skipIf(!hasNamespaces)('an upload whose connection is cut (needs namespaces)', () => {
  it.each([
    { label: 'once', cuts: [3 * MIB] },
    { label: 'again and again', cuts: [5 * MIB, 6 * MIB, MIB / 2, 2 * MIB] },
  ])(
    'goes on with what has not arrived: $label',
    async ({ cuts }) => {
      const cluster = await runPlayground(undefined, 'namespaces');
      onTestFinished(() => cluster.close());
      const folder = await mkdtemp(path.join(tmpdir(), 'cp-cut-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const tree = path.join(folder, 'tree');
      await mkdir(tree);
      const large = someBytes(20 * MIB + 7);
      await writeFile(path.join(tree, 'large'), large);
      for (let index = 0; index < 50; index += 1)
        await writeFile(path.join(tree, `small-${index}`), someBytes(20_000 + index));
      const pod = await cluster.makePod();
      const port = Number(new URL(cluster.playground.url).port);
      const proxy = await openProxy(port, cuts);
      const kubeconfig = path.join(folder, 'kubeconfig');
      const text = await readFile(cluster.kubeconfigs.admin, 'utf8');
      await writeFile(kubeconfig, text.replaceAll(`:${port}`, `:${proxy.port}`));
      const up = await finish(cluster.start(['cp', tree, `${pod}:/tmp/`, '--image=busybox'], { kubeconfig }));
      expect(up).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('going on') as string });
      expect(up.stderr).toContain('51 files');
      expect(proxy.cutsLeft()).toBe(0);
      const back = path.join(folder, 'back');
      const down = await finish(cluster.start(['cp', `${pod}:/tmp`, back, '--image=busybox']));
      expect(down).toMatchObject({ exitCode: 0 });
      expect(await readdir(back)).toEqual(['tree']);
      expect((await readFile(path.join(back, 'tree/large'))).equals(large)).toBe(true);
      for (let index = 0; index < 50; index += 1)
        expect(
          (await readFile(path.join(back, `tree/small-${index}`))).equals(someBytes(20_000 + index)),
        ).toBe(true);
    },
    60_000,
  );
});

#!/usr/bin/env node
// Passes TCP connections on: what kube-proxy does for a Service, for the one that every pod uses, the API server's.
//   service-proxy.mjs ADDRESS PORT TARGET_PORT    the target listens on 127.0.0.1
import net from 'node:net';

const [address, port, targetPort] = process.argv.slice(2);

const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const target = net.connect({
    port: Number(targetPort),
    host: '127.0.0.1',
    allowHalfOpen: true,
    noDelay: true,
  });
  // A broken connection ends its other half, and nothing else.
  client.on('error', () => target.destroy()).on('close', () => target.destroy());
  target.on('error', () => client.destroy()).on('close', () => client.destroy());
  client.pipe(target).pipe(client);
});
server.listen(Number(port), address);

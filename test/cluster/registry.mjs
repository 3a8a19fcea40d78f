// A small OCI registry on loopback for tests of pulls. It serves the images in ROOT (a folder with an OCI layout for each)
// with the tag `dev` or `dev-ANYTHING`. The first part of the name chooses the behaviour:
//   HOST/busybox:dev           at once
//   HOST/slow/busybox:dev      3 s before every answer
//   HOST/private/busybox:dev   only with Basic credentials puller:secret
//   HOST/flaky/busybox:dev     503 for the first two requests of each manifest
//   any other name             404
// Nodes have the layers (images.mjs imports them), so a pull asks only for the manifest, and asks again only with the
// pull policy Always or a new tag.
// usage: registry.mjs ROOT PORT
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [root, port] = process.argv.slice(2);
const CREDENTIALS = `Basic ${Buffer.from('puller:secret').toString('base64')}`;
const requestsByUrl = new Map();

function countRequest(url) {
  const count = (requestsByUrl.get(url) ?? 0) + 1;
  requestsByUrl.set(url, count);
  return count;
}

/** The answer of each behaviour in place of the image; undefined serves the image. */
const BEHAVIOURS = {
  slow: () => sleep(3000),
  private: (request) =>
    request.headers.authorization === CREDENTIALS
      ? undefined
      : { status: 401, code: 'UNAUTHORIZED', headers: { 'www-authenticate': 'Basic realm="test"' } },
  flaky: (request) =>
    request.url.includes('/manifests/') && countRequest(request.url) <= 2
      ? { status: 503, code: 'UNAVAILABLE' }
      : undefined,
};

function refuse(response, { status, code, headers = {} }) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ errors: [{ code, message: code }] }));
}

/** The blob that a request for a manifest or blob names, with its type; undefined if there is none. */
function find(name, kind, reference) {
  const layout = path.join(root, name);
  if (!fs.existsSync(layout)) return undefined;
  const [manifest] = JSON.parse(fs.readFileSync(path.join(layout, 'index.json'), 'utf8')).manifests;
  const isTag = kind === 'manifests' && /^dev(?:-|$)/.test(reference);
  const digest = isTag ? manifest.digest : reference;
  const file = path.join(layout, 'blobs', digest.replace(':', '/'));
  if (!digest.startsWith('sha256:') || !fs.existsSync(file)) return undefined;
  if (kind === 'blobs') return { file, digest, type: 'application/octet-stream' };
  return { file, digest, type: JSON.parse(fs.readFileSync(file, 'utf8')).mediaType };
}

async function answer(request, response) {
  if (request.url === '/v2/') return response.end('{}');
  const match = /^\/v2\/(?:(slow|private|flaky)\/)?([a-z]+)\/(manifests|blobs)\/([\w.:-]+)$/.exec(
    request.url,
  );
  if (!match) return refuse(response, { status: 404, code: 'NAME_UNKNOWN' });
  const [, behaviour, name, kind, reference] = match;
  const refusal = await BEHAVIOURS[behaviour]?.(request);
  if (refusal) return refuse(response, refusal);
  const blob = find(name, kind, reference);
  if (!blob) return refuse(response, { status: 404, code: 'MANIFEST_UNKNOWN' });
  response.writeHead(200, {
    'content-type': blob.type,
    'content-length': fs.statSync(blob.file).size,
    'docker-content-digest': blob.digest,
  });
  if (request.method === 'HEAD') return response.end();
  return fs.createReadStream(blob.file).pipe(response);
}

http
  .createServer((request, response) => {
    response.setHeader('docker-distribution-api-version', 'registry/2.0');
    void answer(request, response);
  })
  .listen(Number(port), '127.0.0.1');

import { get } from 'node:https';
import { createInterface } from 'node:readline';

/** Watches the ConfigMaps of all audits as this user, and keeps how large each of them was at last. */
export function watchConfigMaps({ url, certificateAuthority, tokens }, user) {
  const sizes = new Map();
  const headers = {
    authorization: `Bearer ${tokens.admin}`,
    'impersonate-user': user,
    'impersonate-group': 'system:masters',
  };
  const options = { ca: certificateAuthority, headers };
  const request = get(
    `${url}/api/v1/configmaps?watch=true&labelSelector=kubectl-debug%2Faudit`,
    options,
    (answer) => {
      const see = (line) => {
        const { type, object } = JSON.parse(line);
        if (type !== 'ADDED' && type !== 'MODIFIED') return;
        const { labels, name } = object.metadata;
        sizes.set(name, { part: labels['kubectl-debug/part'], bytes: bytesOf(object) });
      };
      answer.on('error', fail);
      createInterface({ input: answer }).on('line', see).on('error', fail);
    },
  );
  const fail = (error) => {
    if (!request.destroyed) throw error;
  };
  request.on('error', fail);
  return { result: () => summaryOf([...sizes.values()]), close: () => request.destroy() };
}

/** As etcd keeps it, without its name and labels. */
function bytesOf({ data = {}, binaryData = {} }) {
  const texts = Object.values(data).map((text) => Buffer.byteLength(text));
  const packed = Object.values(binaryData).map((text) => Buffer.from(text, 'base64').length);
  return [...texts, ...packed].reduce((sum, bytes) => sum + bytes, 0);
}

/** `{ 'ConfigMaps, plan': '4, 312 KiB, the largest 80 KiB' }`. */
function summaryOf(sizes) {
  const parts = [...new Set(sizes.map(({ part }) => part))].sort();
  const rows = parts.map((part) => {
    const bytes = sizes.filter((size) => size.part === part).map((size) => size.bytes);
    const total = bytes.reduce((sum, each) => sum + each, 0);
    return [`ConfigMaps, ${part}`, `${bytes.length}, ${kib(total)}, the largest ${kib(Math.max(...bytes))}`];
  });
  return Object.fromEntries(rows);
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

import { parseImageReference } from '../../pod/images/image-reference.ts';

/** Official images of Docker Hub in which nobody finds tcpdump, in any of their versions. */
const OFFICIAL: ReadonlySet<string> = new Set([
  ...['alpine', 'almalinux', 'amazonlinux', 'archlinux', 'bash', 'busybox', 'centos', 'clearlinux', 'debian'],
  ...['fedora', 'oraclelinux', 'photon', 'rockylinux', 'ubuntu', 'buildpack-deps', 'hello-world', 'scratch'],
  ...['caddy', 'haproxy', 'httpd', 'nginx', 'traefik', 'memcached', 'mariadb', 'mongo', 'mysql', 'postgres'],
  ...['redis', 'rabbitmq', 'eclipse-temurin', 'golang', 'node', 'openjdk', 'perl', 'php', 'python', 'ruby'],
]);

/** Repositories by their whole names or beginnings, with the registry. */
const OTHERS: readonly string[] = [
  'gcr.io/distroless/',
  'cgr.dev/chainguard/static',
  'cgr.dev/chainguard/busybox',
  'cgr.dev/chainguard/bash',
  'cgr.dev/chainguard/wolfi-base',
  'mcr.microsoft.com/',
  'registry.access.redhat.com/',
  'registry.k8s.io/pause',
  'registry.k8s.io/busybox',
  'gcr.io/google-containers/busybox',
  'docker.io/curlimages/curl',
  'quay.io/curl/curl',
];

/**
 * Whether it is known that an image has no tcpdump, by the name of its repository. An image of the same name in a registry of
 * somebody's own may have it, unless it is a mirror of an official one (`mirror.corp/library/alpine`).
 */
export function lacksTcpdump(image: string): boolean {
  const { registry, repository } = parseImageReference(image);
  const official = /(?:^|\/)library\/([^/]+)$/.exec(repository)?.[1];
  if (official !== undefined) return OFFICIAL.has(official);
  const name = `${registry}/${repository}`;
  return OTHERS.some((each) => (each.endsWith('/') ? name.startsWith(each) : name === each));
}

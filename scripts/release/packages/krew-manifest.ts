import { stringify } from 'yaml';
import type { Release, ReleaseArchive } from '../release.ts';
import { downloadUrl } from './download-url.ts';

const FILES = ['LICENSE', 'THIRD-PARTY-LICENSES.txt'];

const DESCRIPTION = `
Adds a debug container to a running pod, a copy of it or a node, with the words of kubectl debug,
and shows a shell or the whole output of a command. Explains why a pod is not ready, copies files
without tar, captures packets, writes a snapshot, and runs one command in many pods to compare them.
`.trim();

const CAVEATS = `
To complete "kubectl dbg" in your shell on Linux and macOS, link a second name once:
  ln -s kubectl-dbg "\${KREW_ROOT:-$HOME/.krew}/bin/kubectl_complete-dbg"
Ephemeral containers need Kubernetes 1.25 or newer, and rights that "kubectl dbg check" looks at.
`.trim();

/**
 * The manifest of the plugin `dbg` for krew. Krew tells platforms apart by system and machine only, so archives for another
 * C library are left out. See https://krew.sigs.k8s.io/docs/developer-guide/plugin-manifest/
 */
export function krewManifest(release: Release): string {
  const { version, repository, archives } = release;
  return stringify(
    {
      apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
      kind: 'Plugin',
      metadata: { name: 'dbg' },
      spec: {
        version: `v${version}`,
        homepage: repository,
        shortDescription: 'Debug running pods, copies and nodes',
        description: `${DESCRIPTION}\n`,
        caveats: `${CAVEATS}\n`,
        platforms: archives
          .filter(({ libc }) => libc === undefined)
          .map((each) => krewPlatform(release, each)),
      },
    },
    { lineWidth: 0 },
  );
}

function krewPlatform(release: Release, { file, os, arch, sha256 }: ReleaseArchive): object {
  const bin = os === 'windows' ? 'kubectl-debug.exe' : 'kubectl-debug';
  return {
    selector: { matchLabels: { os, arch } },
    uri: downloadUrl(release, file),
    sha256,
    files: [bin, ...FILES].map((from) => ({ from, to: '.' })),
    bin,
  };
}

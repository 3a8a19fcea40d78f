import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { aRelease, somePackageFacts } from '../../../test/builders/a-release.ts';
import { homebrewFormula } from './homebrew-formula.ts';
import { krewManifest } from './krew-manifest.ts';
import { nixDerivation } from './nix-derivation.ts';
import { packageFiles } from './package-files.ts';
import { repositoryUrl } from './repository-url.ts';

const DOWNLOADS = 'https://example.com/shop/kubectl-debug/releases/download/v1.2.3';

it('makes a file for each package manager', () => {
  expect(Object.keys(packageFiles(somePackageFacts()))).toEqual([
    'dbg.yaml',
    'kubectl-debug.rb',
    'kubectl-debug.nix',
  ]);
});

it.each([
  ['git+https://example.com/a/b.git', 'https://example.com/a/b'],
  ['https://example.com/a/b', 'https://example.com/a/b'],
])('reads the address of the repository from %s', (url, expected) => {
  expect(repositoryUrl({ url })).toBe(expected);
});

it('names the archive, hash and files of each platform for krew, and leaves out musl', () => {
  const manifest = parse(krewManifest(aRelease()));
  expect(manifest).toMatchObject({
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'dbg' },
    spec: { version: 'v1.2.3', homepage: 'https://example.com/shop/kubectl-debug' },
  });
  const expected = [
    ['linux', 'amd64', 'linux_amd64.tar.gz', '1', 'kubectl-debug'],
    ['linux', 'arm64', 'linux_arm64.tar.gz', '2', 'kubectl-debug'],
    ['darwin', 'amd64', 'darwin_amd64.tar.gz', '4', 'kubectl-debug'],
    ['darwin', 'arm64', 'darwin_arm64.tar.gz', '5', 'kubectl-debug'],
    ['windows', 'amd64', 'windows_amd64.zip', '6', 'kubectl-debug.exe'],
  ].map(([os, arch, end, digit = '', bin]) => ({
    selector: { matchLabels: { os, arch } },
    uri: `${DOWNLOADS}/kubectl-debug_v1.2.3_${end}`,
    sha256: digit.repeat(64),
    files: [bin, 'LICENSE', 'THIRD-PARTY-LICENSES.txt'].map((from) => ({ from, to: '.' })),
    bin,
  }));
  expect(manifest.spec.platforms).toEqual(expected);
});

it('gives krew one line of description, and says how to complete words', () => {
  const { spec } = parse(krewManifest(aRelease()));
  expect(spec.shortDescription).toMatch(/^[^\r\n]{1,50}$/);
  expect(spec.caveats).toContain('ln -s kubectl-dbg "${KREW_ROOT:-$HOME/.krew}/bin/kubectl_complete-dbg"');
});

it('names the archive and hash of each system and machine for Homebrew', () => {
  const lines = homebrewFormula(aRelease(), 'Apache-2.0').split('\n');
  const blocks = lines.flatMap(
    (line) => /^ +(?:(on_\w+) do|(?:url|sha256) "(.*)")$/.exec(line)?.slice(1) ?? [],
  );
  const archive = (end: string): string => `${DOWNLOADS}/kubectl-debug_v1.2.3_${end}.tar.gz`;
  expect(blocks.filter(Boolean)).toEqual([
    ...['on_macos', 'on_intel', archive('darwin_amd64'), '4'.repeat(64)],
    ...['on_arm', archive('darwin_arm64'), '5'.repeat(64)],
    ...['on_linux', 'on_intel', archive('linux_amd64'), '1'.repeat(64)],
    ...['on_arm', archive('linux_arm64'), '2'.repeat(64)],
  ]);
});

it('keeps text of package.json in its quotes for Ruby and Nix', () => {
  const repository = 'https://example.com/"#{1}${2}\\';
  expect(homebrewFormula(aRelease({ repository }), 'MIT')).toContain(
    'homepage "https://example.com/\\"\\#{1}${2}\\\\"',
  );
  expect(nixDerivation(somePackageFacts({ release: aRelease({ repository }) }))).toContain(
    'homepage = "https://example.com/\\"#{1}\\${2}\\\\";',
  );
});

it('takes the package of npm with its hash for Nix, and starts each program by its own name', () => {
  const text = nixDerivation(somePackageFacts());
  expect(text).toContain(`url = "${DOWNLOADS}/kubectl-debug-1.2.3.tgz";`);
  expect(text).toContain(`hash = "sha256-${'qqqq'.repeat(10)}qqo=";`);
  for (const name of ['kubectl-debug', 'kubectl-dbg'])
    expect(text).toContain(`makeWrapper "$home/bin/${name}.js" "$out/bin/${name}" --prefix PATH :`);
});

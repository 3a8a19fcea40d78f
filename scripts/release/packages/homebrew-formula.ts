import type { Release, ReleaseArchive } from '../release.ts';
import { downloadUrl } from './download-url.ts';

const SYSTEMS = { darwin: 'on_macos', linux: 'on_linux' } as const;
const MACHINES = { arm64: 'on_arm', amd64: 'on_intel' } as const;

/** Text in quotes, where Ruby replaces nothing. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\#]/g, '\\$&')}"`;

/**
 * The formula for a tap of Homebrew. See https://docs.brew.sh/Formula-Cookbook
 */
export function homebrewFormula(release: Release, license: string): string {
  const { version, repository, archives } = release;
  const systems = Object.entries(SYSTEMS).map(([os, block]) => {
    const own = archives.filter((archive) => archive.os === os && archive.libc === undefined);
    return [`  ${block} do`, ...own.flatMap((archive) => urlLines(release, archive)), '  end', ''];
  });
  return `${[
    'class KubectlDebug < Formula',
    '  desc "Debug running pods, copies and nodes of Kubernetes"',
    `  homepage ${quoted(repository)}`,
    `  version ${quoted(version)}`,
    `  license ${quoted(license)}`,
    '',
    ...systems.flat(),
    INSTALL,
    'end',
  ].join('\n')}\n`;
}

function urlLines(release: Release, { file, arch, sha256 }: ReleaseArchive): readonly string[] {
  return [
    `    ${MACHINES[arch]} do`,
    `      url ${quoted(downloadUrl(release, file))}`,
    `      sha256 ${quoted(sha256)}`,
    '    end',
  ];
}

const INSTALL = `  def install
    bin.install "kubectl-debug"
    bin.install_symlink bin/"kubectl-debug" => "kubectl-dbg"
    bin.install_symlink bin/"kubectl-debug" => "kubectl_complete-dbg"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/kubectl-debug.bash" => "kubectl-debug"
    zsh_completion.install "completions/kubectl-debug.zsh" => "_kubectl-debug"
    fish_completion.install "completions/kubectl-debug.fish"
    pkgshare.install "THIRD-PARTY-LICENSES.txt", "sbom.cdx.json"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/kubectl-debug --version")
    assert_match "kubectl dbg", shell_output("#{bin}/kubectl-dbg --help")
  end`;

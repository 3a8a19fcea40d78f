import { downloadUrl } from './download-url.ts';
import type { PackageFacts } from './package-facts.ts';

/** Text in quotes, where Nix replaces nothing. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\$]/g, '\\$&')}"`;

/** A hash as Nix and npm write it. */
const integrity = (sha256: string): string => `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`;

/**
 * A function for `callPackage` of nixpkgs. It takes the package of npm, which has no dependencies, and Node of nixpkgs: so it
 * is for every system that has Node there, and runs nothing that nixpkgs has not built. The programs are started by their own
 * names, because the program looks at the name by which it is called.
 */
export function nixDerivation({ release, npm, programs, license }: PackageFacts): string {
  const { version, repository } = release;
  const starts = Object.entries(programs).map(
    ([name, file]) =>
      `    makeWrapper "$home/${file}" "$out/bin/${name}" --prefix PATH : \${lib.makeBinPath [ nodejs ]}`,
  );
  return `{ lib, stdenvNoCC, fetchurl, makeWrapper, installShellFiles, nodejs }:

stdenvNoCC.mkDerivation {
  pname = "kubectl-debug";
  version = ${quoted(version)};

  src = fetchurl {
    url = ${quoted(downloadUrl(release, npm.file))};
    hash = ${quoted(integrity(npm.sha256))};
  };

  nativeBuildInputs = [ makeWrapper installShellFiles ];

  dontBuild = true;

  installPhase = ''
    runHook preInstall
    home="$out/lib/kubectl-debug"
    mkdir -p "$home" "$out/bin"
    cp -R . "$home"
    chmod +x ${[...new Set(Object.values(programs))].map((file) => `"$home/${file}"`).join(' ')}
${starts.join('\n')}
    installManPage man/man1/*.1
    # The program keeps a cache at home, and Nix refuses to build where its home exists.
    export HOME="$TMPDIR"
    for shell in bash zsh fish; do
      \${nodejs}/bin/node "$home/${programs['kubectl-debug']}" completion "$shell" > "kubectl-debug.$shell"
    done
    installShellCompletion kubectl-debug.{bash,zsh,fish}
    runHook postInstall
  '';

  meta = {
    description = "Debug running pods, copies and nodes of Kubernetes";
    homepage = ${quoted(repository)};
    license = lib.getLicenseFromSpdxId ${quoted(license)};
    mainProgram = "kubectl-debug";
    platforms = nodejs.meta.platforms;
  };
}
`;
}

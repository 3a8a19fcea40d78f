# Stands in for the few things of nixpkgs that the derivation uses, with the programs of this machine.
{ derivation-file, archive, nodejs, path }:
let
  setup = builtins.toFile "setup.sh" ''
    runHook() { :; }
    makeWrapper() { # PROGRAM WRAPPER --prefix PATH : FOLDER
      [ -x "$1" ] || { echo "$1 is not executable" >&2; exit 1; }
      printf '#!/bin/sh\nPATH=%s:$PATH exec "%s" "$@"\n' "$5" "$1" > "$2"
      chmod +x "$2"
    }
    installManPage() { mkdir -p "$out/share/man/man1"; cp "$@" "$out/share/man/man1"; }
    installShellCompletion() { mkdir -p "$out/share/completions"; cp "$@" "$out/share/completions"; }
  '';
  lib = {
    makeBinPath = map' : builtins.concatStringsSep ":" (map (each: "${each}/bin") map');
    getLicenseFromSpdxId = id: { spdxId = id; };
  };
  build = attrs: derivation {
    name = "${attrs.pname}-${attrs.version}";
    system = builtins.currentSystem;
    builder = "/bin/bash";
    PATH = path;
    inherit (attrs) src installPhase;
    args = [ "-euc" "source ${setup}; tar xzf $src; cd package; eval \"$installPhase\"" ];
  } // { inherit (attrs) meta; };
in import derivation-file {
  inherit lib;
  stdenvNoCC.mkDerivation = build;
  fetchurl = { url, hash }: builtins.path { path = archive; name = baseNameOf url; sha256 = hash; recursive = false; };
  makeWrapper = null;
  installShellFiles = null;
  nodejs = { outPath = nodejs; meta.platforms = [ builtins.currentSystem ]; };
}

import { homebrewFormula } from './homebrew-formula.ts';
import { krewManifest } from './krew-manifest.ts';
import { nixDerivation } from './nix-derivation.ts';
import type { PackageFacts } from './package-facts.ts';

/** The files by which package managers install a release, by their paths in `release/`. */
export function packageFiles(facts: PackageFacts): Readonly<Record<string, string>> {
  const { release, license } = facts;
  return {
    'dbg.yaml': krewManifest(release),
    'kubectl-debug.rb': homebrewFormula(release, license),
    'kubectl-debug.nix': nixDerivation(facts),
  };
}

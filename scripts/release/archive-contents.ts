import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPLETION_SCRIPTS } from '../../src/commands/completion/completion-scripts.ts';
import type { ArchiveFile } from './archive-file.ts';
import { withRuntime, type BillOfMaterials } from './bill-of-materials.ts';
import type { Platform } from './platforms.ts';
import { runtimeNotice } from './runtime-notice.ts';

/** kubectl finds `kubectl dbg` and its completion by these names. */
const OTHER_NAMES = ['kubectl-dbg', 'kubectl_complete-dbg'];
const MANUAL = 'man/man1';

const text = (path: string, contents: string): ArchiveFile => ({
  path,
  bytes: Buffer.from(contents),
});

const copied = (path: string): ArchiveFile => ({ path, bytes: readFileSync(path) });

/** What an archive is made of. */
export interface ArchiveParts {
  readonly platform: Platform;
  /** Path of the executable. */
  readonly executable: string;
  /** The bytes of a runtime that is not the published one. */
  readonly runtime: Buffer | undefined;
}

/** All that an archive for a platform holds: the executable, its other names, and what goes with them. */
export function archiveContents({ platform, executable, runtime }: ArchiveParts): readonly ArchiveFile[] {
  const bundles = JSON.parse(readFileSync('dist/sbom.cdx.json', 'utf8')) as BillOfMaterials;
  const notice = readFileSync('dist/THIRD-PARTY-LICENSES.txt', 'utf8') + runtimeNotice(platform, licenceText);
  return [
    ...executableFiles(platform, readFileSync(executable)),
    copied('LICENSE'),
    copied('README.md'),
    text('THIRD-PARTY-LICENSES.txt', notice),
    text('sbom.cdx.json', `${JSON.stringify(withRuntime(bundles, { platform, runtime }), null, 2)}\n`),
    ...Object.entries(COMPLETION_SCRIPTS).map(([shell, script]) =>
      text(`completions/kubectl-debug.${shell}`, script),
    ),
    ...manualPages().map((name) => copied(`${MANUAL}/${name}`)),
  ];
}

/**
 * The executable under its three names. The other two are scripts that run the program beside them: krew unpacks no archive
 * with links in it, and Windows has none that everybody may make.
 */
export function executableFiles({ os }: Pick<Platform, 'os'>, bytes: Buffer): readonly ArchiveFile[] {
  const isExecutable = true;
  if (os !== 'windows')
    return [
      { path: 'kubectl-debug', bytes, isExecutable },
      ...OTHER_NAMES.map((name) => ({ ...text(name, shellScript(name)), isExecutable })),
    ];
  return [
    { path: 'kubectl-debug.exe', bytes, isExecutable },
    ...OTHER_NAMES.map((name) => text(`${name}.cmd`, windowsScript(name))),
  ];
}

/** The program reads the variable. The script may be called through a link elsewhere. */
const shellScript = (name: string): string =>
  [
    '#!/bin/sh',
    `export KUBECTL_DEBUG_CALLED_AS=${name}`,
    'program=${0%/*}/kubectl-debug',
    '[ -x "$program" ] || program=$(dirname "$(readlink -f "$0")")/kubectl-debug',
    'exec "$program" "$@"',
    '',
  ].join('\n');

/** The program reads the variable, as a script cannot give it another name. */
const windowsScript = (name: string): string =>
  ['@echo off', 'setlocal', `set KUBECTL_DEBUG_CALLED_AS=${name}`, '"%~dp0kubectl-debug.exe" %*', ''].join(
    '\r\n',
  );

/** The text of a licence that SPDX names so. */
function licenceText(name: string): string {
  const file = join('node_modules/spdx-license-list/licenses', `${name}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly licenseText: string }).licenseText;
}

function manualPages(): readonly string[] {
  const pages = readdirSync(MANUAL).filter((name) => name.endsWith('.1'));
  if (pages.length === 0) throw new Error(`${MANUAL} has no pages: run npm run docs`);
  return pages;
}

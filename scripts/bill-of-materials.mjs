import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A package's name in the way of https://github.com/package-url/purl-spec. */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** An expression of several licences is written as such. See https://cyclonedx.org/docs/1.6/json/#components_items_licenses */
const licencesOf = ({ license }) =>
  /[ (]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** The hash of the package as the registry hands it out, from the lock file, in hex. */
function hashesOf(integrity) {
  const [algorithm, digest] = integrity.split('-');
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }];
}

/** The lock file names a package by its folder in the project, wherever a link leads `node_modules` to. */
const lockedPath = (folder) => folder.slice(folder.indexOf('node_modules/'));

function componentOf({ folder, manifest }, lock) {
  return {
    type: 'library',
    'bom-ref': purlOf(manifest),
    name: manifest.name,
    version: manifest.version,
    purl: purlOf(manifest),
    licenses: licencesOf(manifest),
    hashes: hashesOf(lock.packages[lockedPath(folder)].integrity),
  };
}

/** Which of the packages need which others of them. */
function dependenciesOf(packages, program) {
  const refs = new Map(packages.map(({ manifest }) => [manifest.name, purlOf(manifest)]));
  const needs = ({ dependencies = {} }) => Object.keys(dependencies).flatMap((name) => refs.get(name) ?? []);
  return [
    { ref: purlOf(program), dependsOn: [...refs.values()] },
    ...packages.map(({ manifest }) => ({ ref: purlOf(manifest), dependsOn: needs(manifest) })),
  ];
}

/** The same packages have the same number, so that the same source makes the same file. */
function serialNumber(contents) {
  const hex = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  // Of RFC 9562, 5.8: a version and a variant, the rest is ours to choose.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

/**
 * What the bundles are made of, as CycloneDX has it: `packages` are as `bundledPackages` returns them, `program` is our own
 * package.json. See https://cyclonedx.org/docs/1.6/json/
 */
export async function renderBillOfMaterials(root, program, packages) {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const contents = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purlOf(program),
        name: program.name,
        version: program.version,
        purl: purlOf(program),
        licenses: licencesOf(program),
      },
    },
    components: packages.map((each) => componentOf(each, lock)),
    dependencies: dependenciesOf(packages, program),
  };
  const head = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(contents),
    version: 1,
  };
  return `${JSON.stringify({ ...head, ...contents }, null, 2)}\n`;
}

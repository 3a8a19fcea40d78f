import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The package URL of a package. See https://github.com/package-url/purl-spec */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** A licence, or an expression of several. See https://cyclonedx.org/docs/1.6/json/#components_items_licenses */
const licencesOf = ({ license }) =>
  /[ (]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** The hash of the published package in hex, from the lock file. */
function hashesOf(integrity) {
  const [algorithm, digest] = integrity.split('-');
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }];
}

/** The package's key in the lock file: its folder in the project, even where `node_modules` is a link. */
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

/** Which package needs which of the others. */
function dependenciesOf(packages, program) {
  const refs = new Map(packages.map(({ manifest }) => [manifest.name, purlOf(manifest)]));
  const needs = ({ dependencies = {} }) => Object.keys(dependencies).flatMap((name) => refs.get(name) ?? []);
  return [
    { ref: purlOf(program), dependsOn: [...refs.values()] },
    ...packages.map(({ manifest }) => ({ ref: purlOf(manifest), dependsOn: needs(manifest) })),
  ];
}

/** The serial number, the same for the same packages, so that the same source makes the same file. */
function serialNumber(contents) {
  const hex = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  // RFC 9562, 5.8: version and variant are set, the rest is free.
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
 * The bill of materials of the bundles in CycloneDX. `packages` come from `bundledPackages`, `program` is our package.json. See https://cyclonedx.org/docs/1.6/json/
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

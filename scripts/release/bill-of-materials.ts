import { createHash } from 'node:crypto';
import { RUNTIME_VERSION, type Platform } from './platforms.ts';
import { librariesOf } from './runtime-notice.ts';

/** As far as it is changed here. See https://cyclonedx.org/docs/1.6/json/ */
export interface BillOfMaterials {
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly object[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The runtime that an executable contains. */
export interface RuntimeInside {
  readonly platform: Platform;
  /** Its bytes if it is not the published one; its version and place are not known then. */
  readonly runtime?: Buffer | undefined;
}

/** The bill of materials of an executable: that of the bundles, with the runtime and what is linked into that. */
export function withRuntime(bundles: BillOfMaterials, { platform, runtime }: RuntimeInside): BillOfMaterials {
  const published = `pkg:npm/${platform.runtime.replace('@', '%40')}@${RUNTIME_VERSION}`;
  const ref = runtime === undefined ? published : 'runtime';
  const hash =
    runtime === undefined
      ? Buffer.from(platform.integrity.slice('sha512-'.length), 'base64').toString('hex')
      : createHash('sha512').update(runtime).digest('hex');
  const libraries = librariesOf(platform).map(({ name, licence, home }) => ({
    type: 'library',
    'bom-ref': `${ref}#${name}`,
    name,
    licenses: / (?:AND|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }],
    externalReferences: [{ type: 'vcs', url: home }],
  }));
  const component = {
    type: 'platform',
    'bom-ref': ref,
    ...(runtime === undefined
      ? { name: platform.runtime, version: RUNTIME_VERSION, purl: published }
      : { name: 'bun' }),
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: hash }],
  };
  const root = bundles.metadata.component['bom-ref'];
  return {
    ...bundles,
    serialNumber: serialNumber(`${bundles.serialNumber} ${hash}`),
    components: [...bundles.components, component, ...libraries],
    dependencies: [
      ...bundles.dependencies.map((row) =>
        row.ref === root ? { ...row, dependsOn: [...row.dependsOn, ref] } : row,
      ),
      { ref, dependsOn: libraries.map((library) => library['bom-ref']) },
      ...libraries.map((library) => ({ ref: library['bom-ref'], dependsOn: [] })),
    ],
  };
}

/** A UUID of version 8, the same for the same contents. See RFC 9562, 5.8 */
function serialNumber(contents: string): string {
  const bytes = createHash('sha256').update(contents).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}

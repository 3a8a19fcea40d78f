import { createHash } from 'node:crypto';
import type { Architecture } from './read-elf.ts';
import type { ImageFile } from './image-file.ts';
import { makeArchive } from './make-layer.ts';

/** A layer, as a tar archive and compressed. */
export interface Layer {
  readonly archive: Buffer;
  readonly compressed: Buffer;
  /** What it holds, as `docker history` shows it. */
  readonly holds: string;
}

/** How the image starts, as in https://github.com/opencontainers/image-spec/blob/main/config.md */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly WorkingDir: string;
  readonly Labels: Readonly<Record<string, string>>;
}

interface ImageParts {
  /** The whole name, as `docker load` tags it. */
  readonly name: string;
  readonly architecture: Architecture;
  readonly layers: readonly Layer[];
  readonly config: ImageConfig;
  /** In whole seconds since 1970. */
  readonly createdAt: number;
}

interface Blob {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

const OCI = 'application/vnd.oci.image';

/**
 * The tar archive of an image: an OCI layout, which `ctr`, `skopeo` and newer Docker read, with the manifest of
 * `docker save` beside it for older Docker and `crane`; both name the same blobs.
 */
export function makeImage(parts: ImageParts): { readonly archive: Buffer; readonly digest: string } {
  const { name, architecture, layers, createdAt } = parts;
  const blobs = new Map<string, Buffer>();
  const add = (bytes: Buffer, mediaType: string): Blob => {
    const hex = sha256(bytes);
    blobs.set(hex, bytes);
    return { mediaType, digest: `sha256:${hex}`, size: bytes.length };
  };
  const layerBlobs = layers.map(({ compressed }) => add(compressed, `${OCI}.layer.v1.tar+gzip`));
  const config = add(json(describeImage(parts)), `${OCI}.config.v1+json`);
  const manifestType = `${OCI}.manifest.v1+json`;
  const manifest = add(
    json({ schemaVersion: 2, mediaType: manifestType, config, layers: layerBlobs }),
    manifestType,
  );
  const index = {
    schemaVersion: 2,
    mediaType: `${OCI}.index.v1+json`,
    manifests: [
      {
        ...manifest,
        platform: { architecture, os: 'linux' },
        annotations: { 'io.containerd.image.name': name, 'org.opencontainers.image.ref.name': tagOf(name) },
      },
    ],
  };
  const files = {
    'oci-layout': json({ imageLayoutVersion: '1.0.0' }),
    'index.json': json(index),
    'manifest.json': json([
      { Config: pathOf(config), RepoTags: [name], Layers: layerBlobs.map((blob) => pathOf(blob)) },
    ]),
  };
  const archive = makeArchive(
    [
      ...Object.entries(files).map(([path, bytes]) => fileOf(path, bytes)),
      ...['blobs', 'blobs/sha256'].map((path) => ({ kind: 'folder', path, mode: 0o755 }) as const),
      ...[...blobs].map(([hex, bytes]) => fileOf(`blobs/sha256/${hex}`, bytes)),
    ],
    createdAt,
  );
  return { archive, digest: manifest.digest };
}

/** See https://github.com/opencontainers/image-spec/blob/main/config.md */
function describeImage({ architecture, layers, config, createdAt }: ImageParts): object {
  const created = new Date(createdAt * 1000).toISOString();
  return {
    created,
    architecture,
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: layers.map(({ archive }) => `sha256:${sha256(archive)}`) },
    history: layers.map(({ holds }) => ({ created, created_by: 'npm run image', comment: holds })),
  };
}

const pathOf = ({ digest }: Blob): string => `blobs/${digest.replace(':', '/')}`;

const fileOf = (path: string, bytes: Buffer): ImageFile => ({ kind: 'file', path, bytes });

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What stands after the colon of a name, behind a registry's port. */
const tagOf = (name: string): string => /:([^/:]+)$/.exec(name)?.[1] ?? 'latest';

import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';

/** The files of a compressed tar archive, and the mode of each; folders end with a slash. */
export interface ReadArchive {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly modes: ReadonlyMap<string, number>;
}

/** Reads an archive whose entries are all below one folder, the name of which is left out of the paths. */
export async function readArchive(bytes: Buffer): Promise<ReadArchive> {
  const files = new Map<string, Buffer>();
  const modes = new Map<string, number>();
  const entries = extract();
  Readable.from([bytes]).pipe(createGunzip()).pipe(entries);
  for await (const entry of entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const { name, mode } = entry.header;
    const path = name.slice(name.indexOf('/') + 1);
    files.set(path, Buffer.concat(chunks));
    modes.set(path, mode);
  }
  return { files, modes };
}

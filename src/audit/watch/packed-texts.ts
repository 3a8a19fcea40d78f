import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A text that was put away. */
export type ReadText = () => string;

/** Texts compressed together: the pods of one owner differ in a few words. */
const TOGETHER = 16;

/** Texts that are compressed together, once there are enough of them. */
interface Pack {
  texts: readonly Buffer[];
  /** undefined while more texts come. */
  packed: Uint8Array | undefined;
  /** Of the texts, one after the other, in bytes. */
  ends: readonly number[];
}

/**
 * Keeps texts that are like their neighbours in a small part of their memory. A text is freed when those that were put
 * away with it are no longer needed either.
 */
export function makePackedTexts(): { readonly put: (text: string) => ReadText } {
  let open: Pack = emptyPack();
  return {
    put: (text) => {
      const pack = open;
      const index = pack.texts.length;
      pack.texts = [...pack.texts, Buffer.from(text)];
      if (pack.texts.length === TOGETHER) {
        compress(pack);
        open = emptyPack();
      }
      return () => readFrom(pack, index);
    },
  };
}

function emptyPack(): Pack {
  return { texts: [], packed: undefined, ends: [] };
}

function compress(pack: Pack): void {
  // The fastest level finds nearly all of what is repeated. The copy lets go of zlib's own, larger buffer.
  pack.packed = new Uint8Array(deflateRawSync(Buffer.concat(pack.texts), { level: 1 }));
  let end = 0;
  pack.ends = pack.texts.map(({ length }) => (end += length));
  pack.texts = [];
}

function readFrom({ texts, packed, ends }: Pack, index: number): string {
  if (packed === undefined) return texts[index]?.toString() ?? '';
  const all = inflateRawSync(packed);
  return all.toString('utf8', index === 0 ? 0 : ends[index - 1], ends[index]);
}

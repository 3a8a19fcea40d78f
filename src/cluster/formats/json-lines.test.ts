import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJsonLines } from './json-lines.ts';

function chunksOf(bytes: Buffer, sizes: readonly number[]): Readable {
  const cuts = sizes.reduce<readonly number[]>((so, size) => [...so, (so.at(-1) ?? 0) + size], [0]);
  return Readable.from([...cuts.map((cut, index) => bytes.subarray(cut, cuts[index + 1])), Buffer.from('')]);
}

async function readAll(body: AsyncIterable<Buffer>): Promise<unknown[]> {
  const documents: unknown[] = [];
  for await (const document of readJsonLines(body, 'a line')) documents.push(document);
  return documents;
}

it('reads the same documents wherever the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) }), { maxLength: 5 }),
      fc.array(fc.nat(9), { maxLength: 30 }),
      async (documents, sizes) => {
        const bytes = Buffer.from(documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
        expect(await readAll(chunksOf(bytes, sizes))).toEqual(documents);
      },
    ),
  );
});

it('drops a last line that has no end', async () => {
  expect(await readAll(chunksOf(Buffer.from('{"a":1}\n{"a":'), []))).toEqual([{ a: 1 }]);
});

it('ignores empty lines and refuses what is no JSON', async () => {
  expect(await readAll(chunksOf(Buffer.from('\n \r\n{"a":1}\r\n'), []))).toEqual([{ a: 1 }]);
  await expect(readAll(chunksOf(Buffer.from('<html>\n'), []))).rejects.toThrow(SyntaxError);
});

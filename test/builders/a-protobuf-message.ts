/** The value of a field: a number, text, or a message of fields. */
type Value = number | bigint | string | Buffer | readonly Entry[];
type Entry = readonly [number: number, value: Value];

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

function encodeEntry([number, value]: Entry): Buffer {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Buffer.concat([varint(BigInt(number) << 3n), varint(BigInt(value))]);
  const content =
    typeof value === 'string' || Buffer.isBuffer(value) ? Buffer.from(value) : aProtobufMessage(...value);
  return Buffer.concat([varint((BigInt(number) << 3n) | 2n), varint(BigInt(content.length)), content]);
}

/** A message of protobuf with these fields, in this order. */
export function aProtobufMessage(...entries: readonly Entry[]): Buffer {
  return Buffer.concat(entries.map(encodeEntry));
}

/** An object in the API server's protobuf format. */
export function anEncodedObject(kind: string, ...entries: readonly Entry[]): Buffer {
  const envelope = aProtobufMessage(
    [
      1,
      [
        [1, 'v1'],
        [2, kind],
      ],
    ],
    [2, aProtobufMessage(...entries)],
    [3, ''],
    [4, ''],
  );
  return Buffer.concat([Buffer.from('k8s\0'), envelope]);
}

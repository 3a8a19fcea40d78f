import type { IncomingMessage } from 'node:http';
import type { BoundName } from '../../errors/bounds.ts';
import { isCliError } from '../../errors/cli-error.ts';
import type { Wait } from '../../io.ts';
import type { RefusedAnswer } from '../refusals/api-status.ts';
import { checkJsonBounds } from '../formats/check-json-bounds.ts';
import type { Answer } from './exchange.ts';
import { connectionLost } from '../network/network-failure.ts';
import { pathOnly } from '../refusals/request-path.ts';
import { countAgainst, readWithin } from '../formats/read-at-most.ts';
import type { Wire } from './wire.ts';
import type { Call } from '../network/call.ts';

/** The media type of Kubernetes' protobuf encoding. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** An answer with its whole body. */
export interface CompleteAnswer extends RefusedAnswer {
  /** The body if it is protobuf; `text` is empty then. */
  readonly protobuf?: Buffer;
}

/**
 * Reads and decompresses a body and ends its observation. Throws the signal's reason, and `CliError` of kind
 * `connection-lost` or `too-large`, which ends the connection.
 */
export async function readAnswer(
  wire: Wire,
  call: Call & Partial<Pick<Wait, 'heard'>>,
  { response, observation }: Answer,
): Promise<CompleteAnswer> {
  let content: Pick<CompleteAnswer, 'text' | 'protobuf'> | undefined;
  const status = response.statusCode ?? 0;
  const subject = `the answer of ${wire.server} (${status}) to ${call.method} ${pathOnly(call.path)}`;
  const bound = status < 400 ? 'answer' : 'refusal';
  try {
    const received = (bytes: number): void => {
      observation.received(bytes);
      // A refusal is no progress.
      if (bound === 'answer') call.heard?.();
    };
    const body = await readAll(response, { bound, subject, received });
    if (!isProtobuf(response)) checkJsonBounds(body, subject);
    content = await readContent(response, body);
  } catch (error) {
    call.signal.throwIfAborted();
    throw isCliError(error) ? error : connectionLost(wire.server, error);
  } finally {
    observation.end(content?.text);
  }
  return { status, headers: response.headers, ...content };
}

/** Turns a refusal in protobuf into JSON, so that one parser reads both. */
async function readContent(
  response: IncomingMessage,
  body: Buffer,
): Promise<Pick<CompleteAnswer, 'text' | 'protobuf'>> {
  if (!isProtobuf(response)) return { text: body.toString('utf8') };
  if ((response.statusCode ?? 0) < 400) return { text: '', protobuf: body };
  const { readObject, STATUS_FIELDS } = await import('../list/kubernetes-protobuf.ts');
  return { text: JSON.stringify({ kind: 'Status', ...readObject(body, STATUS_FIELDS) }) };
}

function isProtobuf({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith(PROTOBUF) === true;
}

interface BodyReading {
  readonly bound: BoundName;
  readonly subject: string;
  readonly received: (bytes: number) => void;
}

/** Bounds both the compressed and the decompressed bytes: many compressed bytes can decompress to none. */
async function readAll(
  response: IncomingMessage,
  { bound, subject, received }: BodyReading,
): Promise<Buffer> {
  const counter = countAgainst(bound, subject);
  const counted = async function* (): AsyncGenerator<Buffer, void> {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      received(chunk.length);
      counter.add(chunk.length);
      yield chunk;
    }
  };
  const isPacked = response.headers['content-encoding'] === 'gzip';
  return readWithin(isPacked ? await inflate(counted()) : counted(), bound, subject);
}

/** Size of a decompressed chunk. */
const INFLATED_BYTES = 256 * 1024;

/** Decompresses with backpressure: a reader that stops ends it. */
async function inflate(packed: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const [{ createGunzip }, { pipeline, Readable }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  // The reader gets its errors.
  return pipeline(Readable.from(packed), createGunzip({ chunkSize: INFLATED_BYTES }), () => undefined);
}

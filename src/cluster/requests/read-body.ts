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

/** The media type in which the API server encodes objects for its own components. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** An answer that was read to its end. */
export interface CompleteAnswer extends RefusedAnswer {
  /** What was asked for, in protobuf; `text` is empty then. */
  readonly protobuf?: Buffer;
}

/**
 * Reads an answer to its end, inflates it, and ends its observation. Throws the reason of the call's signal when that
 * is aborted, `CliError` (`connection-lost`) when the connection breaks half way, and (`too-large`) for what
 * passes a bound, which ends the connection.
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
      // Refusal after refusal brings nobody further.
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

/** A refusal is made JSON, so that it is explained in one place. */
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

/** Both what comes and what it unpacks to are counted: packed bytes can be many that unpack to none. */
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

/** As much as is inflated at once. */
const INFLATED_BYTES = 256 * 1024;

/** Inflates no faster than it is read, so that who stops reading ends it. */
async function inflate(packed: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const [{ createGunzip }, { pipeline, Readable }] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  // Its failure reaches who reads.
  return pipeline(Readable.from(packed), createGunzip({ chunkSize: INFLATED_BYTES }), () => undefined);
}

import { CliError } from '../../errors/cli-error.ts';
import type { Io, TerminalSize } from '../../io.ts';
import { printable, printableJson } from '../../output/printable.ts';
import type { ContainerFields } from '../../pod/types.ts';
import { printableFacts, type RecordFacts } from '../record-facts.ts';
import type { RecordFile } from '../record-file.ts';
import { beginLines } from '../record-lines.ts';
import type { OpenRecord, Recorder } from '../recorder.ts';
import { followStatements, type Statement } from './follow-statements.ts';
import { findPromptSecret } from './prompt-marks.ts';
import { splitMarks } from './split-marks.ts';

/** A record of command lines to write. */
export interface StatementRequest {
  readonly file: RecordFile;
  readonly facts: RecordFacts;
  /** Whose shell prints the marks. */
  readonly container: ContainerFields | undefined;
}

type StatementIo = Pick<Io, 'now'> & { readonly terminal: Pick<Io['terminal'], 'size'> };

const NO_BYTES = Buffer.alloc(0);
const USUAL_SIZE: TerminalSize = { columns: 80, rows: 24 };

/**
 * Begins a record of the command lines that a shell is given, one JSON document a line, and takes the marks of the shell out
 * of what is shown. Throws `usage` if the shell of the container prints no marks, and `record-failed`.
 */
export async function beginStatements(
  io: StatementIo,
  { file, facts, container }: StatementRequest,
): Promise<OpenRecord> {
  const secret = await secretOf(container, file);
  const line = (kind: string, values: object): string =>
    `${printableJson(JSON.stringify({ kind, time: io.now().toISOString(), ...values }))}\n`;
  const header = line('session', { ...printableFacts(facts) });
  const lines = await beginLines(io, file, {
    header,
    checkpoint: (sha256) => line('checkpoint', { sha256 }),
  });
  let size = io.terminal.size() ?? USUAL_SIZE;
  const marks = splitMarks(secret);
  const statements = followStatements({
    columns: () => size.columns,
    add: ({ kind, ...values }: Statement) => void lines.add(line(kind, values)),
  });
  const recorder: Recorder = {
    ...lines,
    output: (channel, bytes) => {
      if (lines.failure() !== undefined) return NO_BYTES;
      if (channel === 'stderr') return bytes;
      const parts = marks.read(bytes);
      parts.forEach(statements.read);
      if (lines.failure() !== undefined) return NO_BYTES;
      return Buffer.concat(parts.flatMap((part) => (part.kind === 'text' ? [part.bytes] : [])));
    },
    rest: () => (lines.failure() === undefined ? marks.rest() : NO_BYTES),
    input: statements.typed,
    resize: (now) => void (size = now),
    mark: (text) => void lines.add(line('mark', { text: printable(text) })),
  };
  return {
    recorder,
    isBegun: lines.isBegun,
    discard: lines.discard,
    lacks: () =>
      statements.hasPrompted()
        ? undefined
        : 'the record has no command lines: the shell has shown no prompt that tells them',
    finish: (end) => {
      recorder.mark(end);
      return lines.close();
    },
  };
}

async function secretOf(container: ContainerFields | undefined, file: RecordFile): Promise<string> {
  const secret = findPromptSecret(container?.env);
  if (secret !== undefined) return secret;
  await file.remove();
  throw new CliError('usage', 'the shell of this container does not tell its command lines', {
    hint: 'use --record without "commands", or start a shell with: kubectl-debug POD --record=commands',
  });
}

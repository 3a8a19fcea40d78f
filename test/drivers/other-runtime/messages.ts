import type { SignalName, TerminalSize } from '../../../src/io.ts';
import type { FakeIoOptions } from '../../builders/an-io.ts';

/** Parts of `Io` that can be sent to another process. */
export interface SentIo {
  readonly workingDirectory?: string;
  readonly userName?: string;
  readonly homeDirectory?: string | undefined;
  readonly systemFolder?: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/** What a test tells the process that runs the program for it; bytes are in base64. */
export type ToProgram =
  | {
      readonly kind: 'start';
      readonly argv: readonly string[];
      readonly options: FakeIoOptions;
      readonly replace: SentIo;
    }
  | { readonly kind: 'stdin'; readonly bytes: string }
  | { readonly kind: 'end of stdin' }
  | { readonly kind: 'signal'; readonly name: SignalName }
  | { readonly kind: 'size'; readonly size: TerminalSize | undefined }
  | { readonly kind: 'advance'; readonly milliseconds: number; readonly call: number };

/** What that process tells the test. */
export type FromProgram =
  | { readonly kind: 'stdout' | 'stderr'; readonly bytes: string }
  | { readonly kind: 'raw'; readonly is: boolean }
  | { readonly kind: 'hidden'; readonly is: boolean }
  | { readonly kind: 'hears'; readonly names: readonly SignalName[] }
  | { readonly kind: 'advanced'; readonly call: number }
  | { readonly kind: 'ended'; readonly exitCode: number };

/** Calls `hear` with each message of a stream of lines. */
export function readMessages(stream: NodeJS.ReadableStream, hear: (message: unknown) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (part: string) => {
    const lines = `${rest}${part}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(JSON.parse(line));
  });
}

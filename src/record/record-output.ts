import type { Output } from '../session/local/output.ts';
import type { Recorder } from './recorder.ts';

/** The same output, of which everything is recorded before it is shown. */
export function recordOutput(output: Output, recorder: Recorder | undefined): Output {
  if (recorder === undefined) return output;
  const show: Output['write'] = (channel, bytes) => {
    if (bytes.length > 0) output.write(channel, bytes);
  };
  return {
    write: (channel, bytes) => show(channel, recorder.output(channel, bytes)),
    flush: (signal) => {
      show('stdout', recorder.rest());
      return output.flush(signal);
    },
  };
}

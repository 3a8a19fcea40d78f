import type { ProcessStreams } from '../../kubelet.ts';
import type { OutputSink, RunningProcess } from '../../run/process/running-process.ts';
import { OutputHub } from './output-hub.ts';

/**
 * The streams of an exec. When the client vanishes, the command's stdin closes, which a terminal does not pass on;
 * the command itself runs on and cannot be rejoined.
 */
export function execStreams(start: (sink: OutputSink) => Promise<RunningProcess>): ProcessStreams {
  const output = new OutputHub();
  const process = start(output);
  const tell = (action: (process: RunningProcess) => void) => (): void => void process.then(action);
  const endStdin = tell((running) => running.endStdin());
  return {
    ended: process.then(({ ended }) => ended),
    onStdout: (listener) => output.listen('stdout', listener),
    onStderr: (listener) => output.listen('stderr', listener),
    writeStdin: (chunk) => tell((running) => running.writeStdin(chunk))(),
    endStdin,
    resize: (size) => tell((running) => running.resize(size))(),
    detach: endStdin,
  };
}

import type { ProcessStreams } from '../../kubelet.ts';
import type { OutputSink, RunningProcess } from '../../run/process/running-process.ts';
import { OutputHub } from './output-hub.ts';

/**
 * The streams of a command that is started in a container. A client that vanishes ends the command's input,
 * which a terminal does not pass on, and nothing else: the command runs on and nobody can join it again.
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

import type { ImageProgram } from '../../playground/run/image-program.ts';
import { startCommand } from './run-command.ts';

/**
 * Our program as that of an image, run in this process, so that a test need not build it. A deletion of the pod delivers
 * SIGTERM. It cannot be killed as a process can: a kill lets the container end while the program goes on unheard.
 */
export const inProcessProgram: ImageProgram = ({ args, env }, sink) => {
  const { KUBECONFIG: kubeconfig = '', ...rest } = env;
  const command = startCommand(args, { kubeconfig, env: rest });
  let end: (exitCode: number) => void = () => undefined;
  const killed = new Promise<number>((resolve) => {
    end = resolve;
  });
  const ran = command.ended.then((exitCode) => {
    sink.stdout(command.stdoutBytes());
    sink.stderr(Buffer.from(command.stderrText()));
    return exitCode;
  });
  return {
    pid: 0,
    ended: Promise.race([ran, killed]).then((exitCode) => ({ exitCode, signal: exitCode === 137 ? 9 : 0 })),
    writeStdin: () => undefined,
    endStdin: () => undefined,
    resize: () => undefined,
    terminate: () => void command.deliver('SIGTERM'),
    kill: () => end(137),
  };
};

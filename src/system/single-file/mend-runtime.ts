import { mendUserInfo, type Builtins } from './mend-user-info.ts';

type Runtime = Builtins & Pick<NodeJS.Process, 'on' | 'emit'>;

/** Makes the runtime of the executable behave as Node does, where the program would notice. */
export function mendRuntime(runtime: Runtime): void {
  mendUserInfo(runtime);
  // Node takes a rejection that nobody handles for an exception that nobody catches; the runtime prints it and ends.
  runtime.on('unhandledRejection', (reason) => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    runtime.emit('uncaughtException', error, 'unhandledRejection');
  });
}

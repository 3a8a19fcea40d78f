import { patchUserInfo } from './patch-user-info.ts';

/** Makes the runtime of the executable behave as Node does, where the program would notice. */
export function patchRuntime(runtime: NodeJS.Process): void {
  patchUserInfo(runtime);
  // Node takes a rejection that nobody handles for an exception that nobody catches; the runtime prints it and ends.
  runtime.on('unhandledRejection', (reason) => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    const hearers: readonly ((error: Error, origin: 'unhandledRejection') => void)[] =
      runtime.listeners('uncaughtException');
    for (const hear of hearers) hear(error, 'unhandledRejection');
  });
}

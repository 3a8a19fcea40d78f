import { mendUserInfo } from './mend-user-info.ts';

/** Makes the runtime of the executable behave as Node does, where the program would notice. */
export function mendRuntime(): void {
  mendUserInfo();
}

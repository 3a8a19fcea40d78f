import { aTerminal, type LocalTerminal } from '../builders/a-terminal.ts';
import { KUBECONFIG, PROGRAM } from './environment.ts';

export { closeTerminals, CTRL_C, CTRL_D, type LocalTerminal } from '../builders/a-terminal.ts';

/** Opens a terminal for the cluster under test; `program` is what `start` starts, by default the built program. */
export function openTerminal(
  program: readonly string[] = [process.execPath, PROGRAM],
): Promise<LocalTerminal> {
  return aTerminal({ program, kubeconfig: KUBECONFIG });
}

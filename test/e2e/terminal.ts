import { openLocalTerminal, type LocalTerminal } from '../drivers/local-terminal.ts';
import { KUBECONFIG, STARTED } from './environment.ts';

export { closeTerminals, CTRL_C, CTRL_D, type LocalTerminal } from '../drivers/local-terminal.ts';

/** Opens a terminal for the cluster under test; `program` is what `start` starts, by default the built program. */
export function openTerminal(program: readonly string[] = STARTED): Promise<LocalTerminal> {
  return openLocalTerminal({ program, kubeconfig: KUBECONFIG });
}

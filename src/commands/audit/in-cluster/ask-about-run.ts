import type { RunResults } from '../../../audit/rows/run-results.ts';
import { errorText } from '../../../errors/error-text.ts';
import { askFleet } from '../../../fleet/counts/patch-counts.ts';
import type { FleetRun } from '../../../fleet/fleet-run.ts';
import { canAsk, choose, type Choice } from '../../../output/ask/choose.ts';
import { endCommand, followCommand } from './fleet-commands.ts';
import {
  hearFleetInterrupts,
  type FleetInterrupts,
  type InterruptChoice,
  type StopWish,
} from './fleet-interrupts.ts';
import type { RunCall } from './run-call.ts';

const CHOICES: readonly Choice<InterruptChoice>[] = [
  { label: 'leave it running in the cluster', value: 'leave' },
  { label: 'end it: start nothing more, wait for running commands, show the results', value: 'end' },
  { label: 'go on following', value: 'go-on' },
];

/** Reacts to signals while a run is followed: asks the user, and the workers. */
export function hearRunInterrupts(
  call: Pick<RunCall, 'io' | 'cluster' | 'notes' | 'shown'>,
  { run, results }: { readonly run: FleetRun; readonly results: Pick<RunResults, 'pauseProgress'> },
  signal: AbortSignal,
): FleetInterrupts {
  const { io, notes } = call;
  return hearFleetInterrupts(io, signal, {
    canAsk: canAsk(io),
    ask: async (asking) => {
      const resume = results.pauseProgress();
      try {
        const question = `the audit ${run.runId} runs in the cluster; what now?`;
        return await choose(io, { question, choices: CHOICES }, asking);
      } finally {
        resume();
      }
    },
    wish: (wish) => {
      notes.tell(WISH_TEXTS[wish](run, call.shown.outputFolder));
      tellWorkers(call, { run, wish });
    },
  });
}

const WISH_TEXTS: Readonly<Record<StopWish, (run: FleetRun, folder: string | undefined) => string>> = {
  stop: () => 'the workers start nothing more; waiting for running commands, Ctrl-C again ends them',
  end: (run, folder) =>
    `the workers end running commands; Ctrl-C again leaves at once, and the results stay: ${followCommand(run, folder)}`,
};

function tellWorkers(
  { cluster, notes }: Pick<RunCall, 'cluster' | 'notes'>,
  { run, wish }: { readonly run: FleetRun; readonly wish: StopWish },
): void {
  askFleet(cluster, { run, wish }).catch((error: unknown) =>
    notes.warn(`the workers could not be asked: ${errorText(error)}; to end the audit: ${endCommand(run)}`),
  );
}

import { errorText } from '../../errors/error-text.ts';
import { judgeFailure } from '../run/judge-failure.ts';
import { reasonOf, debugContainerRef, type Run } from '../run/one-run.ts';
import { readOutput } from './read-output.ts';
import { NO_OUTPUT, type RunOutput, type RunReason } from '../rows/run-row.ts';

/** What a run has printed, or why it cannot be read. */
interface RunRead {
  readonly output: RunOutput;
  readonly failure: RunReason | undefined;
}

/** Reads the log of a run, up to `extraBytes` more than `--max-output`. Returns a failure instead of throwing it. */
export async function readRunOutput(
  run: Run,
  { extraBytes = 0 }: { readonly extraBytes?: number } = {},
): Promise<RunRead> {
  const { io, cluster, settings, outputBudget } = run.context;
  const maxOutput = settings.maxOutput + extraBytes;
  run.lease ??= await outputBudget.take(maxOutput);
  try {
    const container = debugContainerRef(run);
    const output = await readOutput({ io, cluster }, { container, maxOutput }, new AbortController().signal);
    run.lease.shrink(output.bytes.length);
    return { output, failure: undefined };
  } catch (error) {
    const failure = judgeFailure(error, 'running')?.reason ?? reasonOf('output-incomplete', errorText(error));
    run.lease.release();
    return { output: NO_OUTPUT, failure };
  }
}

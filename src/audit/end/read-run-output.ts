import { errorText } from '../../errors/error-text.ts';
import { judgeFailure } from '../run/judge-failure.ts';
import { reasonOf, refOf, type Run } from '../run/one-run.ts';
import { readOutput } from './read-output.ts';
import { NO_OUTPUT, type RunOutput, type RunReason } from '../rows/run-row.ts';

/** What a run has printed, or why that is not known. */
export interface RunRead {
  readonly output: RunOutput;
  readonly failure: RunReason | undefined;
}

/** Reads what there is, up to `extraBytes` more than the user wants; a failure is a part of the answer. */
export async function readRunOutput(
  run: Run,
  { extraBytes = 0 }: { readonly extraBytes?: number } = {},
): Promise<RunRead> {
  const { io, cluster, settings, room } = run.context;
  const maxOutput = settings.maxOutput + extraBytes;
  run.lease ??= await room.take(maxOutput);
  try {
    const container = refOf(run);
    const output = await readOutput({ io, cluster }, { container, maxOutput }, new AbortController().signal);
    run.lease.shrink(output.bytes.length);
    return { output, failure: undefined };
  } catch (error) {
    const failure = judgeFailure(error, 'running')?.reason ?? reasonOf('output-incomplete', errorText(error));
    run.lease.release();
    return { output: NO_OUTPUT, failure };
  }
}

import type { CliError } from '../../errors/cli-error.ts';
import type { Io } from '../../io.ts';
import { asCalled } from '../../output/say/as-called.ts';
import type { Notes } from '../../output/say/notes.ts';
import { renderError } from '../../output/say/print-error.ts';
import { describePod } from '../../pod/pod-ref.ts';
import type { Pod } from '../../pod/types.ts';

/** Prints the failure of one pod of many, while the others go on. */
export function sayFailure(io: Io, failure: CliError): void {
  io.stderr.write(asCalled(renderError(failure, { stack: false }), io));
}

/** Notes about one pod of many, which begin with its name. */
export function notesOfPod(notes: Notes, pod: Pod): Notes {
  const named = (text: string): string => `${describePod(pod)}: ${text}`;
  return {
    note: (text) => notes.note(named(text)),
    tell: (text) => notes.tell(named(text)),
    warn: (text) => notes.warn(named(text)),
    remark: (text) => notes.remark(named(text)),
    warnOf: (refusal) => notes.warnOf({ ...refusal, why: named(refusal.why) }),
  };
}

import { createContext, Script, type Context } from 'node:vm';
import { CliError } from '../../../errors/cli-error.ts';
import { errorText } from '../../../errors/error-text.ts';

/** A pattern of the user's in JavaScript's syntax, at work on outputs that anybody may have made to keep it busy. */
export interface UserPattern {
  /** As the user gave it, the flag included: `--mask=\d+`. */
  readonly name: string;
  /** Has `work` match the pattern against one text. undefined once the pattern was given up. */
  readonly match: <T>(work: (pattern: RegExp) => T) => T | undefined;
  /** Why the pattern was given up; undefined while it was not. */
  readonly whyGivenUp: () => string | undefined;
}

/** How long a pattern may take for one text, and for all texts that it takes long for, in milliseconds. */
interface Deadlines {
  readonly oneMs: number;
  readonly slowMs: number;
  readonly allSlowMs: number;
}

/** An output of 1 MiB takes a pattern a few milliseconds, unless it tries the same over and over. */
const DEADLINES: Deadlines = { oneMs: 1000, slowMs: 100, allSlowMs: 10_000 };

const CALL = 'work()';
const TOO_LONG = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Calls a function that is ended at a deadline, in milliseconds. Throws what the function throws, and `TooLong`. */
type DeadlineRunner = <T>(deadlineMs: number, work: () => T) => T;

/**
 * Only V8 itself can end a search that goes on and on, and with it the whole thread listens to nobody: not to signals
 * either. Its deadline is that of a script, which calls the function from a context of its own.
 * See https://nodejs.org/docs/latest-v20.x/api/vm.html#scriptrunincontextcontextifiedobject-options
 */
function makeDeadlineRunner(): DeadlineRunner {
  let context: Context | undefined;
  let script: Script | undefined;
  return <T>(deadlineMs: number, work: () => T): T => {
    context ??= createContext();
    script ??= new Script(CALL);
    let result: { readonly value: T } | undefined;
    context['work'] = () => void (result = { value: work() });
    try {
      script.runInContext(context, { timeout: deadlineMs });
    } finally {
      context['work'] = undefined;
    }
    if (result === undefined) throw new Error('a script has not run');
    return result.value;
  };
}

/** It is an Error of that context, not of ours. */
function isTooLong(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === TOO_LONG;
}

/** No memory for what was tried, a text that grows too long, or a pattern that is too large for this text. */
function isTooMuch(error: unknown): boolean {
  return error instanceof RangeError || error instanceof SyntaxError;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

/**
 * Makes a pattern that works under a deadline. Where one text takes it too long, or many texts together, it is given
 * up for good: an audit has thousands of outputs. `name` is what messages call it. Throws `usage` where `source` is no
 * pattern, `flags` are those of a `RegExp` without a memory for `test` (no `y`).
 */
export function makeUserPattern(
  name: string,
  { source, flags }: { readonly source: string; readonly flags: string },
  deadlines: Deadlines = DEADLINES,
): UserPattern {
  const flag = name.slice(0, name.indexOf('='));
  const within = makeDeadlineRunner();
  let givenUp: string | undefined;
  let slowMs = 0;
  const measure = (startedMs: number): void => {
    const tookMs = performance.now() - startedMs;
    if (tookMs >= deadlines.slowMs) slowMs += tookMs;
    if (slowMs > deadlines.allSlowMs)
      givenUp ??= `it took more than ${seconds(deadlines.allSlowMs)} for some outputs`;
  };
  let pattern: RegExp;
  try {
    pattern = new RegExp(source, flags);
    // V8 says only now that one is too large.
    within(deadlines.oneMs, () => ''.search(pattern));
  } catch (cause) {
    const why = isTooLong(cause)
      ? `it takes more than ${seconds(deadlines.oneMs)} to read`
      : errorText(cause);
    throw new CliError('usage', `${flag} is not a regular expression: ${why}`, { cause });
  }
  return {
    name,
    whyGivenUp: () => givenUp,
    match: (work) => {
      if (givenUp !== undefined) return undefined;
      const startedMs = performance.now();
      try {
        return within(deadlines.oneMs, () => work(pattern));
      } catch (error) {
        if (!isTooLong(error) && !isTooMuch(error)) throw error;
        givenUp = isTooLong(error)
          ? `it took more than ${seconds(deadlines.oneMs)} for one output`
          : errorText(error);
        return undefined;
      } finally {
        measure(startedMs);
      }
    },
  };
}

import { createContext, Script, type Context } from 'node:vm';
import { CliError } from '../../../errors/cli-error.ts';
import { errorText } from '../../../errors/error-text.ts';

/** A regular expression of the user. Outputs may come from anybody, and may be made to keep it busy. */
export interface UserPattern {
  /** The flag and the pattern as the user typed them: `--mask=\d+`. */
  readonly name: string;
  /** Calls `work`, which matches the pattern against one text. undefined if the pattern was given up. */
  readonly match: <T>(work: (pattern: RegExp) => T) => T | undefined;
  /** Why the pattern was given up; undefined if it was not. */
  readonly whyGivenUp: () => string | undefined;
}

/** How long a pattern may take for one text, and for all texts that take it longer than `slowMs` together. */
interface Deadlines {
  readonly oneMs: number;
  readonly slowMs: number;
  readonly allSlowMs: number;
}

/** A pattern takes a few milliseconds for 1 MiB, unless it backtracks over and over. */
const DEADLINES: Deadlines = { oneMs: 1000, slowMs: 100, allSlowMs: 10_000 };

const CALL = 'work()';
const TOO_LONG = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Calls a function and stops it at a deadline, in milliseconds. Throws the function's error, or the timeout's. */
type DeadlineRunner = <T>(deadlineMs: number, work: () => T) => T;

/**
 * Only V8 can stop a search that does not end; until then the thread handles nothing, not even signals. V8 has timeouts
 * for scripts only, so a script in a context of its own calls the function.
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

/** The error is from the other context, so `instanceof Error` is false. */
function isTooLong(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === TOO_LONG;
}

/** The search ran out of memory, made a text too long, or the pattern is too large for this text. */
function isTooMuch(error: unknown): boolean {
  return error instanceof RangeError || error instanceof SyntaxError;
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

/**
 * Makes a pattern with a deadline. It is given up for good if one text takes it too long, or many texts together do,
 * because an audit has thousands of outputs. Messages call it `name`. `flags` must not have `y`, with which `test`
 * remembers where it matched. Throws `usage` if `source` is not a regular expression.
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
    // V8 compiles the pattern at the first use, and may find it too large then.
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

import { CliError } from '../../../errors/cli-error.ts';
import type { FlagValues } from '../../../flags/flag.ts';
import type { DebugRequest } from '../../../plan/request/debug-request.ts';
import type { RecordWish } from '../../../record/record-wish.ts';
import { withPromptVariables } from '../../../record/statements/prompt-marks.ts';
import type { Defaults } from '../../shared/debug-defaults.ts';

interface StatementChoice {
  readonly record: RecordWish | undefined;
  readonly defaults: Defaults;
  readonly flags: FlagValues;
  /** New in each call. */
  readonly secret: () => string;
}

/** A request, and what is recorded of it. */
interface Recorded {
  readonly asked: DebugRequest;
  readonly record: RecordWish | undefined;
}

/** The shells that print the marks. */
const SHELLS = ['sh', 'ash', 'dash', 'bash'];
const SECRET_LENGTH = 16;

/**
 * The request for a shell that tells its command lines, if `--record=commands` wants them. If what is asked for is no such
 * shell, all is recorded where a default asks for commands; throws `usage` where the flag does.
 */
export function withStatements(asked: DebugRequest, choice: StatementChoice): Recorded {
  const { record, secret } = choice;
  if (record?.content !== 'commands') return { asked, record };
  const why = whyNot(asked, choice);
  if (why === undefined)
    return {
      asked: { ...asked, env: withPromptVariables(asked.env, secret().slice(0, SECRET_LENGTH)) },
      record,
    };
  if (!record.isTyped) return { asked, record: { ...record, content: 'all' } };
  throw new CliError('usage', `--record=commands cannot tell command lines: ${why.because}`, {
    hint: `${why.instead}, or use --record, which records all that is shown`,
  });
}

interface Obstacle {
  readonly because: string;
  readonly instead: string;
}

function whyNot(request: DebugRequest, { defaults, flags }: StatementChoice): Obstacle | undefined {
  const { command, argumentsOnly, rootfs, tty, stdin } = request;
  if (!tty || !stdin)
    return { because: 'this is no shell on a terminal', instead: 'use -it without a command' };
  if (flags.boolean('reuse'))
    return {
      because: 'a container that is kept already has a prompt of its own',
      instead: 'leave out --reuse',
    };
  const isOurs = command.length === 0 && (rootfs !== undefined || defaults.isOwnImage);
  if (!argumentsOnly && (isOurs || isKnownShell(command))) return undefined;
  return { because: describeCommand(request), instead: 'name the shell, as in: -it -- sh' };
}

function describeCommand({ command, argumentsOnly }: DebugRequest): string {
  return command.length === 0 || argumentsOnly
    ? 'nobody knows which program the image starts'
    : 'the command is not sh, ash, dash or bash';
}

function isKnownShell([program = '', ...args]: readonly string[]): boolean {
  const name = program.slice(program.lastIndexOf('/') + 1);
  return SHELLS.includes(name) && args.every((arg) => /^(?:-[il]+|--login)$/.test(arg));
}

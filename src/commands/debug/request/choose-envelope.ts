import { CliError } from '../../../errors/cli-error.ts';
import { DEFAULT_IMAGE } from '../../../flags/tables/debug-flags.ts';
import type { FlagValues } from '../../../flags/flag.ts';
import type { DebugRequest } from '../../../plan/request/debug-request.ts';
import type { Envelope } from '../../../pod/containers/envelope.ts';
import type { Via } from '../../../session/choose-way.ts';
import type { Defaults } from '../../shared/debug-defaults.ts';
import type { ResultMode } from '../../shared/result-mode.ts';

/** What an envelope is chosen by. */
export interface EnvelopeChoice {
  readonly request: DebugRequest;
  readonly defaults: Defaults;
  readonly result: ResultMode;
  readonly via: Via;
  /** How long the container may take to start, in milliseconds. */
  readonly startTimeoutMs: number;
  /** New in each call. */
  readonly secret: string;
}

/**
 * Chooses the envelope of the command. A command that we wait for without a terminal has one, and a shell on a terminal if we
 * have chosen image and command; any other container is the same as that of `kubectl debug`. Throws `usage` if `--envelope`
 * is typed where there can be none.
 */
export function chooseEnvelope(flags: FlagValues, choice: EnvelopeChoice): Envelope | undefined {
  const isWanted = flags.boolean('envelope');
  const envelope = isWanted ? envelopeFor(choice) : undefined;
  if (isWanted && flags.isGiven('envelope') && envelope === undefined)
    throw new CliError('usage', '--envelope is for a command that is waited for without a terminal', {
      hint: 'give the command after --, without -t, --arguments-only, --via=exec, --attach=false, --dry-run and -o',
    });
  return envelope;
}

function envelopeFor({ request, defaults, result, via, ...choice }: EnvelopeChoice): Envelope | undefined {
  if (result.kind !== 'session' || via === 'exec') return undefined;
  const { tty, command, argumentsOnly } = request;
  if (tty) {
    const isOurs = via === 'auto' && isOurShell(request, defaults);
    return isOurs ? { kind: 'terminal', secret: choice.secret } : undefined;
  }
  if (command.length === 0 || argumentsOnly) return undefined;
  return via === 'log'
    ? { kind: 'at-once' }
    : { kind: 'on-line', waitSeconds: Math.ceil(choice.startTimeoutMs / 1000) };
}

/** Whether we have chosen the shell, and the image or root that it is in. */
function isOurShell({ rootfs, command, argumentsOnly }: DebugRequest, { image }: Defaults): boolean {
  if (command.length > 0 || argumentsOnly) return false;
  return rootfs !== undefined || image === DEFAULT_IMAGE;
}

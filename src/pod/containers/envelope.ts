import type { ContainerFields, EnvVar } from '../types.ts';
import { asTyped } from './kubelet-text.ts';
import { LINK_IN_SHELL } from './link-files.ts';

/**
 * The beginning of each record. Its control character is rare in output, so hardly any text is held back to check for
 * one.
 */
export const RECORD_MARK = '\u001ekubectl-debug ';

/**
 * Runs a command and writes a record at the end of each stream, which proves that its output is complete
 * (docs/sessions.md). POSIX shell for dash, busybox's ash and bash; it uses only builtins and `sleep`.
 *
 * `$1` is how many seconds to wait for a line on stdin before running the command; with `''` it does not wait. `$2` is
 * `stdin` if the command reads the rest of stdin. The line is a secret that each record contains, so that the command
 * cannot forge one. Without a wait the kernel makes the secret, and the first record of each stream in the log has it.
 *
 * The first record says `first` if the shell is process 1: then nobody else's processes are in its namespace, so that a
 * runtime which was asked to put it into that of a target has not done so.
 *
 * Exported variables would reach the command, so the names are ones that no container exports. The shell's stderr is
 * closed, as it would print "Killed" among the command's output. The traps keep the shell alive when a signal ends the
 * command, which does not inherit them. If the line never comes, the shell exits without a record. The runtime drops
 * what a process writes right before its end, hence the last `sleep`.
 */
const SCRIPT = String.raw`unset KUBECTL_DEBUG_ENVELOPE
exec 3<&0 4>&2 </dev/null 2>/dev/null
kdbg_wait=$1 kdbg_input=$2
shift 2
kdbg_first=
[ $$ -ne 1 ] || kdbg_first=' first'
if [ -n "$kdbg_wait" ]; then
  trap 'exit 125' TERM
  (sleep "$kdbg_wait" && kill $$) 3<&- 4>&- >/dev/null &
  kdbg_guard=$!
  IFS= read -r kdbg_secret <&3 || exit 125
  read -r kdbg_nap </proc/$kdbg_guard/task/$kdbg_guard/children
  [ -n "$kdbg_nap" ] || kdbg_nap=$kdbg_guard
  kill -9 $kdbg_nap
  wait $kdbg_guard
else
  read -r kdbg_secret </proc/sys/kernel/random/uuid || kdbg_secret=$$
  printf '\036kubectl-debug start %s\n' "$kdbg_secret$kdbg_first" >&4
fi
trap : TERM INT HUP
printf '\036kubectl-debug start %s\n' "$kdbg_secret$kdbg_first"
kdbg_found=ok
case $1 in
*/*) [ -f "$1" ] && [ -x "$1" ] || { kdbg_found=denied; [ -e "$1" ] || kdbg_found=missing; } ;;
*) command -v "$1" >/dev/null || kdbg_found=missing ;;
esac
case $kdbg_found$kdbg_input in
okstdin) (exec "$@") <&3 2>&4 3<&- 4>&- ;;
ok*) (exec "$@") 2>&4 3<&- 4>&- ;;
denied*) (exit 126) ;;
*) (exit 127) ;;
esac
kdbg_code=$?
printf '\036kubectl-debug stdout %s %s %s\n' "$kdbg_secret" $kdbg_code $kdbg_found
printf '\036kubectl-debug stderr %s %s %s\n' "$kdbg_secret" $kdbg_code $kdbg_found >&4
sleep 2
exit $kdbg_code`;

/** Reads the kernel's uptime in hundredths of a second. A leading `1` keeps the shell from reading `08` as octal. */
const CLOCK = {
  before: String.raw`kdbg_took=
IFS=' .' read -r kdbg_from kdbg_part kdbg_rest </proc/uptime
`,
  after: String.raw`IFS=' .' read -r kdbg_to kdbg_last kdbg_rest </proc/uptime
[ -z "$kdbg_last" ] || kdbg_took=" $(((kdbg_to - kdbg_from) * 100 + 1$kdbg_last - 1$kdbg_part))"
`,
} as const;

/**
 * The script whose last records also contain how long the command took. The times in the API are whole seconds, and
 * include those of the shell.
 */
const MEASURING_SCRIPT = SCRIPT.replace('kdbg_found=ok\n', (line) => CLOCK.before + line)
  .replace('kdbg_code=$?\n', (line) => line + CLOCK.after)
  .replaceAll(/(?<=\$kdbg_code )\$kdbg_found/g, () => '"$kdbg_found$kdbg_took"');

/**
 * Runs a shell on a terminal, and writes a record of how it ended; links the files of other containers before. `$1` is the
 * secret in the record. The container stays for a moment, so that an attached session receives it.
 */
const SHELL_SCRIPT = String.raw`unset KUBECTL_DEBUG_ENVELOPE
${LINK_IN_SHELL}trap : INT QUIT
kdbg_secret=$1
shift
"$@"
kdbg_code=$?
printf '\036kubectl-debug stdout %s %s ok\n' "$kdbg_secret" $kdbg_code
sleep 1
exit $kdbg_code`;

/** How the envelope runs a command. */
export type Envelope =
  /** When a line comes on stdin; never if none comes within so many seconds. */
  | { readonly kind: 'on-line'; readonly waitSeconds: number }
  /** At once; we read its log. */
  | { readonly kind: 'at-once' }
  /** On a terminal. */
  | { readonly kind: 'terminal'; readonly secret: string };

/** The envelope of a container, and the command in it. */
interface Enveloped {
  readonly envelope: Envelope;
  /** Whether the command reads stdin. */
  readonly hasInput: boolean;
  readonly command: readonly string[];
}

/** The variable with the script. As an argument, the whole script would show in `ps`. */
const VARIABLE = 'KUBECTL_DEBUG_ENVELOPE';
const EVALUATE = `eval "$${VARIABLE}"`;
/** The script's `$0`, which `ps` shows. */
const NAME = 'kubectl-debug';
const SCRIPTS = {
  'on-line': asTyped(SCRIPT),
  'at-once': asTyped(MEASURING_SCRIPT),
  terminal: asTyped(SHELL_SCRIPT),
} as const satisfies Record<Envelope['kind'], string>;
const KINDS = Object.keys(SCRIPTS) as readonly Envelope['kind'][];

/** Shells that can run the script. */
const SHELLS = ['sh', 'ash', 'bash', 'dash', 'ksh', 'mksh'];
const FIRST_WORD_OF_COMMAND = { line: 6, terminal: 5 };

/**
 * The fields of a container that runs `command` in an envelope. If the command begins with a shell, the image has that
 * shell, so it runs the envelope too.
 *
 * @param expanded names of the variables whose `$(NAME)` in the command the kubelet shall replace, as with `kubectl
 * debug`
 */
export function envelopeFields(
  { envelope, hasInput, command }: Enveloped,
  expanded: readonly string[] = [],
): { readonly command: readonly string[]; readonly variable: EnvVar } {
  const typed = command.map((word) => asTyped(word, expanded));
  const shell = envelope.kind === 'terminal' ? 'sh' : shellOf(command);
  return {
    command: [shell, '-c', EVALUATE, NAME, ...wordsOf(envelope, hasInput), ...typed],
    variable: { name: VARIABLE, value: SCRIPTS[envelope.kind] },
  };
}

/** The arguments of the script before the command. */
function wordsOf(envelope: Envelope, hasInput: boolean): readonly string[] {
  if (envelope.kind === 'terminal') return [envelope.secret];
  return [envelope.kind === 'on-line' ? String(envelope.waitSeconds) : '', hasInput ? 'stdin' : 'null'];
}

/** Whether the variable is the envelope's own. */
export function isEnvelopeVariable({ name }: Pick<EnvVar, 'name'>): boolean {
  return name === VARIABLE;
}

function isOfUs([, , script, name]: readonly string[]): boolean {
  return script === EVALUATE && name === NAME;
}

/** Reads the envelope of a container; undefined without one. The command still has the kubelet's `$$` escapes. */
export function readEnvelope({ command = [], env = [] }: ContainerFields): Enveloped | undefined {
  const text = env.find(isEnvelopeVariable)?.value;
  const kind = KINDS.find((each) => SCRIPTS[each] === text);
  if (kind === undefined || !isOfUs(command)) return undefined;
  const [first = '', second = ''] = command.slice(4);
  if (kind === 'terminal')
    return {
      envelope: { kind, secret: first },
      hasInput: true,
      command: command.slice(FIRST_WORD_OF_COMMAND.terminal),
    };
  return {
    envelope: kind === 'at-once' ? { kind } : { kind, waitSeconds: Number(first) },
    hasInput: second === 'stdin',
    command: command.slice(FIRST_WORD_OF_COMMAND.line),
  };
}

/** The command that the user gave for a container, without the envelope. */
export function commandOf(container: ContainerFields): readonly string[] {
  return readEnvelope(container)?.command ?? container.command ?? [];
}

/** Whether the command reads stdin. The stdin of a container may be there for its envelope only. */
export function readsStdin(container: ContainerFields): boolean {
  return readEnvelope(container)?.hasInput ?? container.stdin ?? false;
}

/** The shell that runs the envelope of a command. */
export function shellOf([program = '']: readonly string[]): string {
  return SHELLS.includes(program.slice(program.lastIndexOf('/') + 1)) ? program : 'sh';
}

/** A secret of 128 bits, in hexadecimal digits. */
export function makeSecret(random: () => number): string {
  return Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
}

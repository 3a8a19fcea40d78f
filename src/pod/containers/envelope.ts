import type { ContainerFields, EnvVar } from '../types.ts';

/** Begins each record. No text has it by chance, so that hardly any output is held back to see whether it goes on. */
export const RECORD_MARK = '\u001ekubectl-debug ';

/**
 * Runs a command, and proves with a record on each stream that its output is complete (docs/sessions.md). POSIX shell,
 * for dash, busybox's ash and bash, with nothing but builtins and `sleep`.
 *
 * `$1` is for how many seconds it waits for a line on stdin before it runs anything; with `''` it does not wait. `$2` is
 * `stdin` where the command reads the rest of stdin. The line is the secret that each record bears, so that the command
 * cannot write one. Where nobody sends it the kernel makes one up, and the first line of each stream in the log tells it.
 *
 * Its variables have names that no container exports: the command would see them. The shell's own words go nowhere: it
 * would write "Killed" on the command's stderr. A signal that ends the command must not end the shell, hence the traps; the
 * command is not born with them. Whoever waits in vain ends without a record.
 * The runtime drops what a process writes right before its end, hence the last `sleep`.
 */
const SCRIPT = String.raw`unset KUBECTL_DEBUG_ENVELOPE
exec 3<&0 4>&2 </dev/null 2>/dev/null
kdbg_wait=$1 kdbg_input=$2
shift 2
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
  printf '\036kubectl-debug start %s\n' "$kdbg_secret" >&4
fi
trap : TERM INT HUP
printf '\036kubectl-debug start %s\n' "$kdbg_secret"
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

/** By the kernel's clock, which tells hundredths of a second. A `1` in front keeps `08` from being read as octal. */
const CLOCK = {
  before: String.raw`kdbg_took=
IFS=' .' read -r kdbg_from kdbg_part kdbg_rest </proc/uptime
`,
  after: String.raw`IFS=' .' read -r kdbg_to kdbg_last kdbg_rest </proc/uptime
[ -z "$kdbg_last" ] || kdbg_took=" $(((kdbg_to - kdbg_from) * 100 + 1$kdbg_last - 1$kdbg_part))"
`,
} as const;

/**
 * The same, and the records of the end tell how long the command took. The API's times are whole seconds, and count the shell's
 * stay as well.
 */
const MEASURING_SCRIPT = SCRIPT.replace('kdbg_found=ok\n', (line) => CLOCK.before + line)
  .replace('kdbg_code=$?\n', (line) => line + CLOCK.after)
  .replaceAll(/(?<=\$kdbg_code )\$kdbg_found/g, () => '"$kdbg_found$kdbg_took"');

/**
 * Runs a shell on a terminal, and tells with a record how it ended. `$1` is what the record bears. The container goes on
 * for a moment, so that whoever is attached hears it.
 */
const SHELL_SCRIPT = String.raw`unset KUBECTL_DEBUG_ENVELOPE
trap : INT QUIT
kdbg_secret=$1
shift
"$@"
kdbg_code=$?
printf '\036kubectl-debug stdout %s %s ok\n' "$kdbg_secret" $kdbg_code
sleep 1
exit $kdbg_code`;

/** How a command is to be run. */
export type Envelope =
  /** Once a line comes on stdin, and not at all where none comes within so many seconds. */
  | { readonly kind: 'on-line'; readonly waitSeconds: number }
  /** At once; its log is read. */
  | { readonly kind: 'at-once' }
  /** On a terminal. */
  | { readonly kind: 'terminal'; readonly secret: string };

/** The envelope of a container, and what is in it. */
interface Enveloped {
  readonly envelope: Envelope;
  /** Whether the command reads stdin. */
  readonly hasInput: boolean;
  readonly command: readonly string[];
}

/** Holds the script: as an argument, all of it would stand in each `ps` of who debugs. */
const VARIABLE = 'KUBECTL_DEBUG_ENVELOPE';
const EVALUATE = `eval "$${VARIABLE}"`;
/** Stands where others see the name of a program: `ps` shows it behind that. */
const NAME = 'kubectl-debug';
const SCRIPTS = {
  'on-line': asTyped(SCRIPT),
  'at-once': asTyped(MEASURING_SCRIPT),
  terminal: asTyped(SHELL_SCRIPT),
} as const satisfies Record<Envelope['kind'], string>;
const KINDS = Object.keys(SCRIPTS) as readonly Envelope['kind'][];

/** Shells that understand the script; each is called by the name that the command has for it. */
const SHELLS = ['sh', 'ash', 'bash', 'dash', 'ksh', 'mksh'];
const FIRST_WORD_OF_COMMAND = { line: 6, terminal: 5 };

/**
 * What a container has that runs `command` in an envelope. A command that begins with a shell is taken for proof that the
 * image has that one.
 *
 * @param expanded names of variables whose `$(NAME)` in the command is the kubelet's to replace, as it is by `kubectl debug`
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

/** What the script is told in front of the command. */
function wordsOf(envelope: Envelope, hasInput: boolean): readonly string[] {
  if (envelope.kind === 'terminal') return [envelope.secret];
  return [envelope.kind === 'on-line' ? String(envelope.waitSeconds) : '', hasInput ? 'stdin' : 'null'];
}

/** Whether a variable is the envelope's own. */
export function isEnvelopeVariable({ name }: Pick<EnvVar, 'name'>): boolean {
  return name === VARIABLE;
}

function isOfUs([, , script, name]: readonly string[]): boolean {
  return script === EVALUATE && name === NAME;
}

/** Reads the envelope of a container; undefined where it has none. The command is as the server has it. */
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

/** What a container was asked to run, without the envelope. */
export function commandOf(container: ContainerFields): readonly string[] {
  return readEnvelope(container)?.command ?? container.command ?? [];
}

/** Whether what is typed, or comes from a pipe, is for the command: the stdin of a container may be its envelope's. */
export function readsStdin(container: ContainerFields): boolean {
  return readEnvelope(container)?.hasInput ?? container.stdin ?? false;
}

/** The shell that runs the envelope of a command. */
export function shellOf([program = '']: readonly string[]): string {
  return SHELLS.includes(program.slice(program.lastIndexOf('/') + 1)) ? program : 'sh';
}

/**
 * The kubelet makes `$$` to `$` and `$(NAME)` to the value of a variable, in every word of a command. This is the text
 * that it leaves as it was typed. See
 * https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/
 */
function asTyped(text: string, expanded: readonly string[] = []): string {
  return text.replace(/\$(?=[$(])/g, (dollar, at: number) => {
    const isNamed = expanded.some((name) => !name.includes(')') && text.startsWith(`$(${name})`, at));
    return isNamed && text[at - 1] !== '$' ? dollar : '$$';
  });
}

/** 128 bits in hexadecimal digits. */
export function makeSecret(random: () => number): string {
  return Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
}

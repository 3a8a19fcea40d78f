import type { EnvVar } from '../../pod/types.ts';

/**
 * The marks around a prompt are a control sequence that terminals ignore (an OSC), so that a shell which nobody records looks
 * the same. The secret keeps output from forging a mark by chance: who reads the environment can still do it.
 */
const OSC = '\u001b]7337;';
const BELL = '\u0007';

/** The first bytes of each mark, and its last. */
export function markEnds(secret: string): { readonly start: string; readonly end: string } {
  return { start: `${OSC}${secret};`, end: `;${secret}${BELL}` };
}

/**
 * `begin` is the start of a prompt, `more` that of the prompt for another line of a command, `end` the end of both;
 * `entered` comes from bash alone (4.4 and newer), with the command as its history has it, before the command runs.
 */
export const MARK_WORDS = { begin: 'a', more: 'c', end: 'b', entered: 'd' } as const;

/** In the mark `begin` of bash, which will print `entered`. */
export const HAS_HISTORY = 'h';

/** Tells bash and busybox's ash that what is between is not seen, as they count columns; dash prints it, and we take it out. */
export const UNSEEN = { before: String.raw`\[`, after: String.raw`\]` } as const;

/**
 * The variables that make sh, ash, dash and bash print marks around their prompts. The shells expand `$?` and `$PWD` at each
 * prompt. A startup file of bash may set a prompt of its own, so before each prompt bash looks whether it has the marks.
 */
export function promptVariables(secret: string): readonly EnvVar[] {
  const { start, end } = markEnds(secret);
  const mark = (words: string): string => `${UNSEEN.before}${start}${words}${end}${UNSEEN.after}`;
  const closing = mark(MARK_WORDS.end);
  const opening = mark(`${MARK_WORDS.begin};$?;\${BASH_VERSION:+${HAS_HISTORY}};$PWD`);
  const wrapped = `PS1='${opening}'$PS1'${closing}'`;
  return [
    { name: 'PS1', value: `${opening}$PWD ${String.raw`\$`} ${closing}` },
    { name: 'PS0', value: `${start}${MARK_WORDS.entered};\`HISTTIMEFORMAT= history 1\`${end}` },
    { name: 'PS2', value: `${mark(MARK_WORDS.more)}> ${closing}` },
    { name: 'PROMPT_COMMAND', value: `case $PS1 in *${secret}*) ;; *) ${wrapped} ;; esac` },
  ];
}

/** The secret of the marks that a container's shell prints; undefined if it prints none. */
export function findPromptSecret(env: readonly EnvVar[] = []): string | undefined {
  const prompt = env.findLast(({ name }) => name === 'PS1')?.value ?? '';
  const begin = prompt.indexOf(OSC);
  if (begin < 0) return undefined;
  return /^[0-9a-f]+(?=;)/.exec(prompt.slice(begin + OSC.length))?.[0];
}

/** The same variables, with those of the marks in place of any of the same name. */
export function withPromptVariables(env: readonly EnvVar[], secret: string): readonly EnvVar[] {
  const marks = promptVariables(secret);
  const names = marks.map(({ name }) => name);
  return [...env.filter(({ name }) => !names.includes(name)), ...marks];
}

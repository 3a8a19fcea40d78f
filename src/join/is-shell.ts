/** Programs that draw their prompt anew when the window changes its size, so that nothing has to be shown twice. */
const SHELLS = ['sh', 'ash', 'bash', 'dash', 'zsh', 'ksh', 'fish'];

/** Whether a command is only a shell, or none was given and the image's own is meant. */
export function isShell(command: readonly string[]): boolean {
  const [program, ...args] = command;
  if (program === undefined) return true;
  const name = program.slice(program.lastIndexOf('/') + 1);
  return SHELLS.includes(name) && args.every((arg) => /^(?:-[il]+|--login)$/.test(arg));
}

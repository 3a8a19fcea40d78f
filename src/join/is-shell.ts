/** Programs that draw their prompt anew when the window changes its size. */
const SHELLS = ['sh', 'ash', 'bash', 'dash', 'zsh', 'ksh', 'fish'];

/** Whether a command is only a shell; also true for no command, the image's own, which usually is one. */
export function isShell(command: readonly string[]): boolean {
  const [program, ...args] = command;
  if (program === undefined) return true;
  const name = program.slice(program.lastIndexOf('/') + 1);
  return SHELLS.includes(name) && args.every((arg) => /^(?:-[il]+|--login)$/.test(arg));
}

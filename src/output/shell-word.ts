/** A word as it would be typed in a shell: in quotes where it needs them. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command as it would be typed in a shell. */
export function shellText(command: readonly string[]): string {
  return command.map(shellWord).join(' ');
}

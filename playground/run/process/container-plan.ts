/** What a container runtime is told about one container. */
export interface ContainerPlan {
  readonly hostName: string;
  /** Never empty; `program` says what its first word can be. */
  readonly command: readonly string[];
  /** Which image the container plays: the demo app alone, without a shell, or the programs of this machine. */
  readonly program: 'demo-app' | 'system';
  readonly env: Readonly<Record<string, string>>;
  readonly tty: boolean;
  readonly stdin: boolean;
}

/** A command that is run inside a container that runs already. */
export interface ExecPlan {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly tty: boolean;
  readonly stdin: boolean;
}

/** A command as one line for a POSIX shell. */
export function shellLine(command: readonly string[]): string {
  return command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}

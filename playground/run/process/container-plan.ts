/** A container for the container runtime. */
export interface ContainerPlan {
  readonly hostName: string;
  /** Never empty. */
  readonly command: readonly string[];
  /** The programs in the container: the demo app, without a shell, or those of this machine. */
  readonly program: 'demo-app' | 'system';
  readonly env: Readonly<Record<string, string>>;
  readonly tty: boolean;
  readonly stdin: boolean;
  /** What the image runs by itself, if the playground knows it; undefined for a container with its own command. */
  readonly entrypoint?: { readonly image: string; readonly args: readonly string[] };
}

/** A command to run in a running container. */
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

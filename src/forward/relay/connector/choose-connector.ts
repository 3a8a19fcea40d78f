import { CONNECTORS, type Connector } from './connectors.ts';

/** What the warden says about the programs of an image. */
export interface Programs {
  readonly names: readonly string[];
  /** What `nc -h` prints. */
  readonly help: string;
}

/** By the help of `nc`, as the programs of that name take different flags. */
const KINDS_OF_NC: readonly (readonly [RegExp, string])[] = [
  [/^Ncat /m, 'nc of nmap'],
  [/^Usage: nc \[-iN\]/m, 'small nc of busybox'],
  [/^Usage: nc \[OPTIONS\] HOST PORT/m, 'nc of busybox'],
  // Older ones have no -N, and never pass the end of the input on.
  [/^usage: nc \[-[0-9A-Za-z]*N/m, 'nc of OpenBSD'],
];

/** Chooses the best connector of an image; undefined if it has none. */
export function chooseConnector({ names, help }: Programs): Connector | undefined {
  const nc = names.includes('nc') ? KINDS_OF_NC.find(([pattern]) => pattern.test(help))?.[1] : undefined;
  return CONNECTORS.find(({ name }) => name === nc || names.includes(name));
}

import { commandText } from '../../../errors/shell-word.ts';

/**
 * What replaces an option of tcpdump that people type out of habit, by its letter; each completes a hint. Letters that are
 * flags of ours, such as `-w`, are not here. See https://www.tcpdump.org/manpages/tcpdump.1.html
 */
export const TCPDUMP_OPTIONS: Readonly<Record<string, string>> = {
  i: 'the flag of capture for it: --interface=NAME',
  s: 'the flag of capture for it: --snaplen=BYTES',
  c: 'the flag of capture for it: --packets=N',
  G: 'the flag of capture for it: --duration=DURATION',
  C: 'the flag of capture for it: --max-size=BYTES',
  n: 'addresses are always numbers: leave it out; -n NAMESPACE is the namespace here',
  p: 'it is the default: leave it out; --promiscuous is the opposite',
  U: 'packets are always written as they come: leave it out',
  B: 'the buffer has 16 MiB already: leave it out; --snaplen=96 and a narrower filter make room in it',
  D: 'an --interface that does not exist makes capture list those of the pod',
  e: readBack('e'),
  x: readBack('x'),
  X: readBack('X'),
  t: readBack('t'),
};

function readBack(letter: string): string {
  const call = commandText`kubectl-debug capture POD -w - | tcpdump -${letter} -r -`;
  return `lines are those of tcpdump -n; for others: ${call}`;
}

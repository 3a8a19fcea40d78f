import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { runKubectl } from './kubectl.ts';

/** Counts until `stopCounting`, and exits with 7. */
export const COUNT =
  'i=0; while [ ! -e /tmp/stop ]; do i=$((i+1)); echo "line $i of many"; sleep 0.1; done; exit 7';

/** Has the count in a container come to its end. */
export function stopCounting(namespace: string, pod: string, container: string): Promise<true> {
  return eventually(`an exec in ${container}`, async () => {
    const argv = ['exec', pod, '-n', namespace, '-c', container, '--', 'touch', '/tmp/stop'];
    return (await runKubectl(argv)).exitCode === 0 || undefined;
  });
}

/** The lines of a count that were shown. */
export function countedLines(shown: string): readonly string[] {
  return shown.match(/line \d+ of many/g) ?? [];
}

/** Expects each line of a count once, and in order. */
export function expectEachOnce(shown: string): void {
  const lines = countedLines(shown);
  expect(lines).toEqual(lines.map((_, index) => `line ${index + 1} of many`));
}

import { explainPod } from '../../pod/explain/explain-pod.ts';
import { meaningOfStatus } from './pod-meaning.ts';
import { printable } from '../printable.ts';
import type { ShownPod } from './shown-pod.ts';
import type { Paint } from './table.ts';

interface Look {
  readonly paint?: Paint | undefined;
  readonly asTyped?: ((line: string) => string) | undefined;
}

/**
 * The columns of a pod in one line; below it, sentences that explain them, the last log lines, and what to type next; at the
 * end, its debug containers and what a debug session would meet.
 */
export function explanationText({ pod, clues, context }: ShownPod, now: Date, look: Look = {}): string {
  const { paint = (text: string) => text, asTyped = (line: string) => line } = look;
  const { columns, sentences, quotes, steps, asides } = explainPod(pod, now, clues);
  const { namespace, name, ready, status, restarts } = columns;
  const word = paint(printable(status), meaningOfStatus(columns));
  const place = context === undefined ? '' : `${context}/`;
  const head = `${printable(`${place}${namespace}/${name}`)}: READY ${ready}, STATUS ${word}, RESTARTS ${restarts}`;
  const quoted = quotes.flatMap(({ title, lines }) => [
    `  ${printable(title)}:`,
    ...lines.map((line) => `    ${printable(line)}`),
  ]);
  const next = steps.map(({ does, command }) => `  ${does}: ${printable(asTyped(command))}`);
  const told = (texts: readonly string[]): readonly string[] => texts.map((text) => `  ${printable(text)}`);
  return [head, ...told(sentences), ...quoted, ...next, ...told(asides), ''].join('\n');
}

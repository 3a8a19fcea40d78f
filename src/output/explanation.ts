import { explainPod } from '../pod/explain-pod.ts';
import { meaningOfStatus } from './pod-meaning.ts';
import { printable } from './printable.ts';
import type { ShownPod } from './shown-pod.ts';
import type { Paint } from './table.ts';

/** A pod's columns in one line, and under it, sentence by sentence, why they read so. */
export function explanationText({ pod, clues }: ShownPod, now: Date, paint: Paint = (text) => text): string {
  const { columns, sentences, quotes } = explainPod(pod, now, clues);
  const { namespace, name, ready, status, restarts } = columns;
  const word = paint(printable(status), meaningOfStatus(columns));
  const head = `${printable(`${namespace}/${name}`)}: READY ${ready}, STATUS ${word}, RESTARTS ${restarts}`;
  const quoted = quotes.flatMap(({ title, lines }) => [
    `  ${printable(title)}:`,
    ...lines.map((line) => `    ${printable(line)}`),
  ]);
  return [head, ...sentences.map((sentence) => `  ${printable(sentence)}`), ...quoted, ''].join('\n');
}

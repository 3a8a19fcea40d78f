import { explainPod } from '../pod/explain-pod.ts';
import type { Pod } from '../pod/types.ts';
import { meaningOfStatus } from './pod-meaning.ts';
import { printable } from './printable.ts';
import type { Paint } from './table.ts';

/** A pod's columns in one line, and under it, sentence by sentence, why they read so. */
export function explanationText(pod: Pod, now: Date, paint: Paint = (text) => text): string {
  const { columns, sentences } = explainPod(pod, now);
  const { namespace, name, ready, status, restarts } = columns;
  const word = paint(printable(status), meaningOfStatus(columns));
  const head = `${printable(`${namespace}/${name}`)}: READY ${ready}, STATUS ${word}, RESTARTS ${restarts}`;
  return [head, ...sentences.map((sentence) => `  ${printable(sentence)}`), ''].join('\n');
}

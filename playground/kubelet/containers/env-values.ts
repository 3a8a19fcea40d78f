import { textAt } from '../../json.ts';
import type { Container, EnvVar, Pod } from '../../../src/pod/types.ts';
import { expandVariables } from './expand-variables.ts';

/** The variables of a container; each may refer to those before it. */
export function envValues(pod: Pod, env: NonNullable<Container['env']>): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const variable of env) values[variable.name] = valueOf(pod, variable, values);
  return values;
}

function valueOf(pod: Pod, { value, valueFrom }: EnvVar, earlier: Readonly<Record<string, string>>): string {
  const path = textAt(valueFrom, 'fieldRef.fieldPath');
  return path === '' ? expandVariables(value ?? '', earlier) : fieldOf(pod, path);
}

/**
 * A field of the pod, or a label or an annotation such as `metadata.labels['app']`.
 * See https://kubernetes.io/docs/concepts/workloads/pods/downward-api/
 */
function fieldOf(pod: Pod, path: string): string {
  const [, map, key = ''] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path) ?? [];
  if (map === 'labels' || map === 'annotations') return pod.metadata[map]?.[key] ?? '';
  return textAt(pod, path);
}

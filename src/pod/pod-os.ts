import type { Pod } from './types.ts';

/** Labels of nodes that a nodeSelector names; the second one is older. */
const OS_LABELS = ['kubernetes.io/os', 'beta.kubernetes.io/os'] as const;

/** The operating system that labels name, of a node or of a selector for nodes; in lower case. */
export function osOfLabels(labels: Readonly<Record<string, string>> = {}): string | undefined {
  return OS_LABELS.map((label) => labels[label]).find((os) => os !== undefined);
}

/**
 * Whether the spec of the pod says that it runs Windows: by its `os`, by a selector for nodes, or by an option that only
 * Windows has.
 * See https://kubernetes.io/docs/concepts/windows/user-guide/
 */
export function isWindowsSpec({ spec }: Pod): boolean {
  const { os, nodeSelector, securityContext, containers } = spec;
  const named = os?.name ?? osOfLabels(nodeSelector);
  if (named !== undefined) return named === 'windows';
  return [securityContext, ...containers.map((container) => container.securityContext)].some(
    (context) => context?.windowsOptions !== undefined,
  );
}

/**
 * Whether something in the spec hints at Windows, so that it is worth a request to ask the node: a toleration, a runtime
 * class or an image with the word in it.
 */
export function hintsAtWindows({ spec }: Pod): boolean {
  const { os, nodeSelector, tolerations = [], runtimeClassName = '', containers } = spec;
  if ((os?.name ?? osOfLabels(nodeSelector)) !== undefined) return false;
  const texts = [
    runtimeClassName,
    ...tolerations.flatMap(({ key = '', value = '' }) => [key, value]),
    ...containers.map(({ image = '' }) => image),
  ];
  return texts.some((text) => /windows|nanoserver|servercore/i.test(text));
}

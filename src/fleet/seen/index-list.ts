/** More workers than any Job of ours has. Text of a cluster must not make us count further. */
const MOST = 100_000;

/**
 * Reads the indexes of a Job's status, such as `1,3-5,7`. Leaves out what is no index.
 * See https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/
 */
export function parseIndexList(text: string | undefined): ReadonlySet<number> {
  const parts = (text ?? '').split(',').flatMap((part) => {
    const [, first, last = first] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(part.trim()) ?? [];
    if (first === undefined) return [];
    const from = Number(first);
    const count = Math.min(Number(last), MOST) - from + 1;
    return Array.from({ length: Math.max(0, count) }, (_, step) => from + step);
  });
  return new Set(parts);
}

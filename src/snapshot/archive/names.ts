/** `20261122-201530`, in UTC. */
function stampOf(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

/** The folder in a snapshot, and the name of its file without `.tgz`: `web-1-20261122-201530`. */
export function snapshotName(pod: string, time: Date): string {
  return `${pod.replace(/[^a-z0-9.-]/g, '_').replace(/^\./, '_')}-${stampOf(time)}`;
}

/** Makes the paths of one archive unique, also where letter case is not told apart. */
export function makeUniquePaths(): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    let unique = path;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) unique = `${path}~${count}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}

/**
 * The part of a container ID after the name of the runtime; undefined unless it is hexadecimal, as runtimes write it.
 */
export function readContainerId(containerID = ''): string | undefined {
  return /^[\w.-]+:\/\/([0-9a-f]{12,})$/.exec(containerID)?.[1];
}

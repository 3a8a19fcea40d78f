/** What stands behind the runtime's name in a container's id; runtimes use hexadecimal digits, and nothing else counts. */
export function readContainerId(containerID = ''): string | undefined {
  return /^[\w.-]+:\/\/([0-9a-f]{12,})$/.exec(containerID)?.[1];
}

/** The builds of Windows Server with the tag of Microsoft's images for each; containers need the build of their node. */
const TAGS: Readonly<Record<string, string>> = {
  '17763': '1809',
  '20348': 'ltsc2022',
  '26100': 'ltsc2025',
};

/** Used where the build of the node is unknown. */
const USUAL_TAG = 'ltsc2022';

/**
 * The default image on a Windows node: the smallest one with a shell (cmd). A newer build than we know gets the newest.
 * See https://learn.microsoft.com/virtualization/windowscontainers/deploy-containers/version-compatibility
 *
 * @param build such as `20348`; undefined if unknown
 */
export function windowsImage(build: string | undefined): string {
  return `mcr.microsoft.com/windows/nanoserver:${build === undefined ? USUAL_TAG : tagOf(build)}`;
}

function tagOf(build: string): string {
  const known = Object.keys(TAGS).filter((each) => Number(each) <= Number(build));
  return TAGS[known.at(-1) ?? ''] ?? USUAL_TAG;
}

/**
 * The default image of a HostProcess container: nothing but what the runtime asks for. It runs the programs of the node,
 * whatever the build of that is.
 * See https://github.com/microsoft/windows-host-process-containers-base-image
 */
export const HOST_PROCESS_IMAGE =
  'mcr.microsoft.com/oss/kubernetes/windows-host-process-containers-base-image:v1.0.0';

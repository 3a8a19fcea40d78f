import type { Node } from '../../../cluster/api/nodes.ts';
import type { Cluster } from '../../../cluster/cluster.ts';
import { CliError } from '../../../errors/cli-error.ts';
import type { DebugRequest } from '../../../plan/request/debug-request.ts';
import { HOST_PROCESS_IMAGE, windowsImage } from '../../../plan/windows-image.ts';
import { describePod } from '../../../pod/pod-ref.ts';
import type { Pod } from '../../../pod/types.ts';
import { findWindows, windowsOfNode } from '../../../target/objects/find-windows.ts';
import type { Defaults } from '../debug-defaults.ts';

/** The part of a command line that depends on the operating system. */
interface Choosing {
  readonly request: DebugRequest;
  readonly defaults: Defaults;
  readonly runTimeoutMs: number | undefined;
}

/**
 * Fits a request to the operating system of a pod: on Windows the default image is one for Windows. Throws `invalid` for a
 * limit that needs Linux; the planning refuses the rest.
 */
export async function fitPodOs<Request extends DebugRequest>(
  cluster: Cluster,
  { pod, command, request }: { readonly pod: Pod; readonly command: Choosing; readonly request: Request },
  signal: AbortSignal,
): Promise<Request> {
  const windows = await findWindows(cluster, pod, signal);
  if (windows === undefined) return request;
  refuseRunTimeout(command, describePod(pod));
  return { ...request, os: 'windows', ...defaultImage(command, windowsImage(windows.build)) };
}

/** The same for a node. There are fewer images for the node itself than for ordinary containers. */
export function fitNodeOs(command: Choosing, node: Node): DebugRequest {
  const { request } = command;
  const windows = windowsOfNode(node);
  if (windows === undefined) return request;
  refuseRunTimeout(command, `node ${node.metadata.name}`);
  const image = request.profile === 'baseline' ? windowsImage(windows.build) : HOST_PROCESS_IMAGE;
  return { ...request, os: 'windows', ...defaultImage(command, image) };
}

/** An image that the user has set as the default stays: it may have variants for Windows. */
function defaultImage({ defaults }: Choosing, image: string): Pick<DebugRequest, 'image'> {
  return defaults.isOwnImage ? { image: defaults.mirrored(image) } : {};
}

/** The command is ended by a program of the container that Windows lacks. */
function refuseRunTimeout({ runTimeoutMs }: Choosing, what: string): void {
  if (runTimeoutMs === undefined) return;
  throw new CliError(
    'invalid',
    `cannot limit a command in ${what}: it runs Windows, and the limit needs sh`,
    {
      hint: 'leave out --run-timeout',
    },
  );
}

import { randomBytes } from 'node:crypto';
import path from 'node:path';

/**
 * What the caller of these tests says about the cluster, all by variables KUBECTL_DEBUG_E2E_…: run.mjs of
 * test/cluster sets them for a cluster of our own, and its README explains them.
 */
function optional(name: string): string | undefined {
  const value = process.env[`KUBECTL_DEBUG_E2E_${name}`];
  return value === '' ? undefined : value;
}

function needed(name: string): string {
  const value = optional(name);
  if (value !== undefined) return value;
  throw new Error(`KUBECTL_DEBUG_E2E_${name} is not set: run these tests with "npm run test:cluster"`);
}

/** The root of the checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../..');
/** The executable under test, if it is not the start file of the package. */
const EXECUTABLE = optional('PROGRAM');
/** The built program: a file that starts it. */
export const PROGRAM = path.resolve(EXECUTABLE ?? path.join(ROOT, 'bin/kubectl-debug.js'));
/** What kubectl calls as `kubectl_complete-dbg`. */
export const COMPLETER = EXECUTABLE === undefined ? path.join(ROOT, 'bin/kubectl_complete-dbg.js') : PROGRAM;
/** The words that start it. */
export const STARTED: readonly [string, ...string[]] =
  EXECUTABLE === undefined ? [process.execPath, PROGRAM] : [PROGRAM];
/** Kubeconfig of somebody who may do everything. */
export const KUBECONFIG = needed('KUBECONFIG');
/** An image with a shell and busybox's or like tools, which nodes have or can pull. */
export const DEBUG_IMAGE = needed('IMAGE');
/** The real kubectl. */
export const KUBECTL = optional('KUBECTL') ?? 'kubectl';
/** An image without a shell, whose program is `/app`; without one, the debug image sleeps in its place. */
export const APP_IMAGE = optional('APP_IMAGE');
/** An image of this program, as `npm run image` makes it, which nodes have or can pull. */
export const PROGRAM_IMAGE = optional('PROGRAM_IMAGE');
/** Like the app's image, but it says of itself that it runs as user 65532. */
export const DISTROLESS_IMAGE = optional('DISTROLESS_IMAGE');
/** Like the debug image, but it says of itself that it runs as user 1001. */
export const NONROOT_IMAGE = optional('NONROOT_IMAGE');
/** Like the debug image, but its `sh` is bash, or dash. */
export const BASH_IMAGE = optional('BASH_IMAGE');
export const DASH_IMAGE = optional('DASH_IMAGE');
/** An image without a shell, whose program `/speak` says and reads what its arguments tell. */
export const SHELLLESS_IMAGE = optional('SHELLLESS_IMAGE');
/** An image whose program, on port 7000, sends back what it receives: `test/cluster/echo`. */
export const ECHO_IMAGE = optional('ECHO_IMAGE');
/** An image whose own program is `test/cluster/autodiagnose/autodiagnose.sh`. */
export const AUTODIAGNOSE_IMAGE = optional('AUTODIAGNOSE_IMAGE');
/** The container runtime of the nodes, by the names of test/cluster/runtimes.mjs. */
export const RUNTIME = optional('RUNTIME');
/** The folder, on this machine, of which a kubelet runs each file as a static pod. */
export const STATIC_PODS = optional('STATIC_PODS');
/** An image with kubectl. */
export const KUBECTL_IMAGE = optional('KUBECTL_IMAGE');
/** An image with a shell and openssl. */
export const TLS_IMAGE = optional('TLS_IMAGE');
/** An image with a shell and the real tcpdump. */
export const TCPDUMP_IMAGE = optional('TCPDUMP_IMAGE');
/** An image with a shell and the tcpdump of test/cluster/packets. */
export const PACKETS_IMAGE = optional('PACKETS_IMAGE');
/** The program of test/cluster/read-pcapng. */
export const PCAPNG_READER = optional('PCAPNG_READER');
/** Kubeconfig of the user `viewer`, who has no right at all. */
export const VIEWER_KUBECONFIG = optional('VIEWER_KUBECONFIG');
/** HOST:PORT of the registry of test/cluster/registry.mjs, as a node reaches it. */
export const REGISTRY = optional('REGISTRY');
/** An image that the node pulls for seconds, each time anew: a tag that none has seen. */
export const slowImage = (): string => `${REGISTRY ?? ''}/slow/busybox:dev-${randomBytes(3).toString('hex')}`;
/** A script that kills `kubelet` or `containerd` and starts it again: `SCRIPT restart NAME`. */
export const RESTART = optional('RESTART');
/** An image that no node can ever pull, as nobody listens there; the kubelet goes on trying. */
export const UNREACHABLE_IMAGE = '127.0.0.1:1/nobody/listens:here';

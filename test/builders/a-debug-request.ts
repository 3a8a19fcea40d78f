import type { DebugRequest } from '../../src/plan/request/debug-request.ts';
import type { Keep, PodCopyRequest } from '../../src/plan/copy/pod-copy-request.ts';

/** `image: undefined` is a request without `--image`. */
type Options<Request> = Omit<Partial<Request>, 'image'> & { readonly image?: string | undefined };

/** The parts that a copy keeps without `--keep-` flags. */
export const KEEP_DEFAULTS: Keep = {
  labels: false,
  annotations: false,
  liveness: false,
  readiness: false,
  startup: false,
  initContainers: true,
};

const DEFAULTS: DebugRequest = {
  stdin: false,
  tty: false,
  attach: false,
  waits: false,
  command: [],
  argumentsOnly: false,
  env: [],
  profile: 'general',
};

/** The request of `--image=busybox`, without a session. */
export function aDebugRequest(options: Options<DebugRequest> = {}): DebugRequest {
  const { image, ...rest } = { image: 'busybox', ...options };
  return { ...DEFAULTS, ...rest, ...(image !== undefined && { image }) };
}

/** The request of `--copy-to=web-copy --image=busybox`. */
export function aPodCopyRequest(options: Options<PodCopyRequest> = {}): PodCopyRequest {
  const { image, ...rest } = { image: 'busybox', ...options };
  const copy = {
    copyTo: 'web-copy',
    setImages: new Map<string, string>(),
    replace: false,
    sameNode: false,
    keep: KEEP_DEFAULTS,
    attachIsGiven: false,
  };
  return { ...DEFAULTS, ...copy, ...rest, ...(image !== undefined && { image }) };
}

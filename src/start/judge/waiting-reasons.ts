/**
 * What to do while a container waits for a reason. `afterMs` counts from the first reading of the reason. By the
 * kubelet's own rules: it starts an ephemeral container once, but retries image pulls.
 */
type WaitingVerdict =
  | { readonly kind: 'progress' }
  | { readonly kind: 'image' }
  | { readonly kind: 'fail'; readonly afterMs: number };

const WAITING_REASONS: Readonly<Record<string, WaitingVerdict>> = {
  ContainerCreating: { kind: 'progress' },
  PodInitializing: { kind: 'progress' },
  RegistryUnavailable: { kind: 'progress' },
  ImageInspectError: { kind: 'progress' },
  ErrImagePull: { kind: 'image' },
  ImagePullBackOff: { kind: 'image' },
  InvalidImageName: { kind: 'fail', afterMs: 0 },
  ErrImageNeverPull: { kind: 'fail', afterMs: 0 },
  SignatureValidationFailed: { kind: 'fail', afterMs: 0 },
  CreateContainerConfigError: { kind: 'fail', afterMs: 30_000 },
  CreateContainerError: { kind: 'fail', afterMs: 60_000 },
  PreCreateHookError: { kind: 'fail', afterMs: 60_000 },
  RunContainerError: { kind: 'fail', afterMs: 0 },
  PreStartHookError: { kind: 'fail', afterMs: 0 },
  PostStartHookError: { kind: 'fail', afterMs: 0 },
};

/** The rule for a waiting reason. With an unknown one, wait. */
export function judgeWaitingReason(reason: string): WaitingVerdict {
  return (
    (Object.hasOwn(WAITING_REASONS, reason) ? WAITING_REASONS[reason] : undefined) ?? { kind: 'progress' }
  );
}

import type { ContainerStatus } from '../../../src/pod/types.ts';

/**
 * A container's status as it is and as the pod's status shows it. What the process does is shown later by
 * the lag, as a kubelet learns it from the runtime once a second; then the newest is shown, so a container
 * that ended meanwhile was never seen running.
 */
export class ReportedStatus {
  private readonly lagMs: number;
  private readonly tell: () => void;
  private isBehind = false;
  /** As it is. */
  actual: ContainerStatus;
  /** As the pod's status has it. */
  shown: ContainerStatus;

  constructor(first: ContainerStatus, lagMs: number, tell: () => void) {
    this.actual = first;
    this.shown = first;
    this.lagMs = lagMs;
    this.tell = tell;
  }

  set(status: ContainerStatus): void {
    this.actual = status;
    if (this.isBehind) return;
    const isOwnDoing = status.state?.waiting !== undefined;
    if (isOwnDoing || this.lagMs === 0) this.show();
    else this.showLater();
  }

  private show(): void {
    this.shown = this.actual;
    this.tell();
  }

  private showLater(): void {
    this.isBehind = true;
    setTimeout(() => {
      this.isBehind = false;
      this.show();
    }, this.lagMs).unref();
  }
}

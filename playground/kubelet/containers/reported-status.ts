import type { ContainerStatus } from '../../../src/pod/types.ts';

/**
 * The actual status of a container, and the one that the pod's status shows. Starts and ends of the process show
 * after the lag, because a kubelet asks the runtime once a second. Only the newest status shows, so a container that
 * ends within the lag never shows as running.
 */
export class ReportedStatus {
  private readonly lagMs: number;
  private readonly tell: () => void;
  private isBehind = false;
  /** The actual status. */
  actual: ContainerStatus;
  /** The status that the pod's status shows. */
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

import { podRef } from '../../../src/pod/pod-ref.ts';
import type { Pod } from '../../../src/pod/types.ts';
import type { KubeletHost } from '../../kubelet.ts';
import { fieldPath, type RoledContainer } from '../containers/container-role.ts';

/**
 * A kubelet drops further Events of a burst. It would allow one more every five minutes, which the playground does
 * not imitate.
 */
const MOST_EVENTS_PER_POD = 25;
/** The reasons that a behaviour without Events leaves out. */
const PROGRESS = ['Pulling', 'Pulled', 'Created', 'Started'];

/** The Events that the kubelet writes about one pod. */
export class PodEvents {
  private readonly host: KubeletHost;
  private readonly pod: Pod;
  private readonly hasProgress: boolean;
  private written = 0;

  constructor(host: KubeletHost, pod: Pod, hasProgress: boolean) {
    this.host = host;
    this.pod = pod;
    this.hasProgress = hasProgress;
  }

  /** The scheduler's Event, which does not count for the limit. */
  scheduled(): void {
    const { namespace, name } = podRef(this.pod);
    const message = `Successfully assigned ${namespace}/${name} to ${this.pod.spec.nodeName ?? ''}`;
    this.host.recordEvent({ namespace, name }, { type: 'Normal', reason: 'Scheduled', message });
  }

  normal(container: RoledContainer, reason: string, message: string): void {
    if (this.hasProgress || !PROGRESS.includes(reason)) this.write('Normal', container, { reason, message });
  }

  warning(container: RoledContainer, reason: string, message: string): void {
    this.write('Warning', container, { reason, message });
  }

  private write(
    type: 'Normal' | 'Warning',
    container: RoledContainer,
    { reason, message }: { readonly reason: string; readonly message: string },
  ): void {
    this.written += 1;
    if (this.written > MOST_EVENTS_PER_POD) return;
    const event = { type, reason, message, fieldPath: fieldPath(container) };
    this.host.recordEvent(podRef(this.pod), event);
  }
}

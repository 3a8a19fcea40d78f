import type { EphemeralPlan } from './container/ephemeral-container.ts';
import type { NodePodPlan } from './node-pod.ts';
import type { PodCopyPlan } from './copy/pod-copy.ts';

/** What is to be created or changed, in each of the three modes. */
export type DebugPlan = EphemeralPlan | PodCopyPlan | NodePodPlan;

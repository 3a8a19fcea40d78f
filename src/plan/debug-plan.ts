import type { EphemeralPlan } from './container/ephemeral-container.ts';
import type { NodePodPlan } from './pod-on-node.ts';
import type { PodCopyPlan } from './copy/pod-copy.ts';

/** The change to make in the cluster, in one of the three modes. */
export type DebugPlan = EphemeralPlan | PodCopyPlan | NodePodPlan;

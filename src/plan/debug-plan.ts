import type { EphemeralPlan } from './ephemeral-container.ts';
import type { NodePodPlan } from './node-pod.ts';
import type { PodCopyPlan } from './pod-copy.ts';

/** What is to be created or changed, in each of the three modes. */
export type DebugPlan = EphemeralPlan | PodCopyPlan | NodePodPlan;

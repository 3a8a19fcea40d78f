import { podColumns, type PodColumns } from '../../pod/columns/pod-columns.ts';
import { meaningOfStatus } from './pod-meaning.ts';
import type { ViewParts } from './pod-view.ts';

/** A row for each pod, as in `kubectl get pods`. */
export const STATUS_VIEW: ViewParts<PodColumns> = {
  itemsOf: (pod, now) => [podColumns(pod, now)],
  columns: [
    { title: 'READY', cell: (pod) => ({ text: pod.ready, meaning: meaningOfStatus(pod) }) },
    { title: 'STATUS', cell: (pod) => ({ text: pod.status, meaning: meaningOfStatus(pod) }) },
    { title: 'RESTARTS', cell: ({ restarts }) => restarts },
    { title: 'AGE', cell: ({ age }) => age },
    { title: 'IP', cell: ({ ip }) => ip, isWide: true },
    { title: 'NODE', cell: ({ node }) => node, isWide: true },
    { title: 'NOMINATED NODE', cell: ({ nominatedNode }) => nominatedNode, isWide: true },
    { title: 'READINESS GATES', cell: ({ readinessGates }) => readinessGates, isWide: true },
  ],
};

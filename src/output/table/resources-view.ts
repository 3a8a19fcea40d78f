import { effectiveResources } from '../../pod/resources/effective-resources.ts';
import { hasFinished } from '../../pod/has-finished.ts';
import { qosClass } from '../../pod/resources/qos-class.ts';
import { quantityText } from '../../pod/resources/quantity.ts';
import { NO_RESOURCES, sumResources, type ResourceList } from '../../pod/resources/resource-list.ts';
import type { Pod } from '../../pod/types.ts';
import { makeView, NONE, type PodView, type ViewColumn } from './pod-view.ts';

interface ShownResources {
  readonly qos: string;
  readonly requests: ResourceList;
  readonly limits: ResourceList;
  readonly node: string;
}

function amountText(list: ResourceList, name: string): string {
  const quantity = list.get(name);
  return quantity === undefined ? NONE : quantityText(quantity);
}

const NAMED = ['cpu', 'memory', 'ephemeral-storage'];

/** Devices and huge pages; their requests and limits are always equal. */
function othersText({ requests }: ShownResources): string {
  const others = [...requests].filter(([name]) => !NAMED.includes(name));
  return others.map(([name, quantity]) => `${name}=${quantityText(quantity)}`).join(',') || NONE;
}

const COLUMNS: readonly ViewColumn<ShownResources>[] = [
  { title: 'QOS', cell: ({ qos }) => qos },
  { title: 'CPU REQUESTS', cell: ({ requests }) => amountText(requests, 'cpu') },
  { title: 'CPU LIMITS', cell: ({ limits }) => amountText(limits, 'cpu') },
  { title: 'MEMORY REQUESTS', cell: ({ requests }) => amountText(requests, 'memory') },
  { title: 'MEMORY LIMITS', cell: ({ limits }) => amountText(limits, 'memory') },
  {
    title: 'STORAGE REQUESTS',
    cell: ({ requests }) => amountText(requests, 'ephemeral-storage'),
    isWide: true,
  },
  { title: 'STORAGE LIMITS', cell: ({ limits }) => amountText(limits, 'ephemeral-storage'), isWide: true },
  { title: 'OTHERS', cell: othersText, isWide: true },
  { title: 'NODE', cell: ({ node }) => node, isWide: true },
];

/** A row for each pod with its requests and limits, and the total of pods that have not ended. */
export function openResourcesView(isWide: boolean): PodView {
  let total: ShownResources = { qos: '', requests: NO_RESOURCES, limits: NO_RESOURCES, node: '' };
  const show = (pod: Pod): ShownResources => {
    const { requests, limits } = effectiveResources(pod);
    // A pod that has ended no longer uses resources of its node.
    if (!hasFinished(pod)) {
      total = {
        ...total,
        requests: sumResources([total.requests, requests]),
        limits: sumResources([total.limits, limits]),
      };
    }
    return { qos: qosClass(pod), requests, limits, node: pod.spec.nodeName ?? NONE };
  };
  const view = makeView({ columns: COLUMNS, itemsOf: (pod) => [show(pod)] }, isWide);
  const shown = COLUMNS.filter((column) => isWide || column.isWide !== true);
  return { ...view, total: () => shown.map(({ cell }) => cell(total)) };
}

import { addQuantities, maxQuantity, parseQuantity, type Quantity } from './quantity.ts';

/** Amounts by resource name: `cpu`, `memory`, `nvidia.com/gpu`, …. A missing name counts as zero. */
export type ResourceList = ReadonlyMap<string, Quantity>;

export const NO_RESOURCES: ResourceList = new Map();

/** Reads the amounts of an API object. The server accepts quantities only, so others are dropped. */
export function parseResources(texts: Readonly<Record<string, string>> = {}): ResourceList {
  const entries = Object.entries(texts).flatMap(([name, text]) => {
    const quantity = parseQuantity(text);
    return quantity === undefined ? [] : [[name, quantity] as const];
  });
  return new Map(entries);
}

type Combine = (a: Quantity, b: Quantity) => Quantity;

function combine(lists: readonly ResourceList[], of: Combine): ResourceList {
  const result = new Map<string, Quantity>();
  for (const list of lists) {
    for (const [name, quantity] of list) {
      const known = result.get(name);
      result.set(name, known === undefined ? quantity : of(known, quantity));
    }
  }
  return result;
}

/** The sum by name. */
export function sumResources(lists: readonly ResourceList[]): ResourceList {
  return combine(lists, addQuantities);
}

/** The largest by name. */
export function maxResources(lists: readonly ResourceList[]): ResourceList {
  return combine(lists, maxQuantity);
}

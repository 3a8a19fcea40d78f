import { expect, it } from 'vitest';
import { quantityText } from './quantity.ts';
import {
  maxResources,
  NO_RESOURCES,
  parseResources,
  sumResources,
  type ResourceList,
} from './resource-list.ts';

const texts = (list: ResourceList) =>
  Object.fromEntries([...list].map(([name, amount]) => [name, quantityText(amount)]));
const A = parseResources({ cpu: '500m', memory: '1Gi' });
const B = parseResources({ cpu: '1', 'nvidia.com/gpu': '2' });

it('adds by name', () => {
  expect(texts(sumResources([A, B]))).toEqual({ cpu: '1500m', memory: '1Gi', 'nvidia.com/gpu': '2' });
});

it('takes the largest by name', () => {
  expect(texts(maxResources([A, B]))).toEqual({ cpu: '1', memory: '1Gi', 'nvidia.com/gpu': '2' });
});

it('is empty for no lists, and drops what is not a quantity', () => {
  expect(sumResources([])).toEqual(NO_RESOURCES);
  expect(texts(parseResources({ cpu: 'much', memory: '1Mi' }))).toEqual({ memory: '1Mi' });
});

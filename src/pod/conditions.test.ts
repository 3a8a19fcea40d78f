import { describe, expect, it } from 'vitest';
import { aCondition, aPod } from '../../test/builders/a-pod.ts';
import { findCondition, isConditionTrue } from './conditions.ts';

const READY = aCondition('Ready', 'False', 'ContainersNotReady');
const pod = aPod({ status: { conditions: [aCondition('Initialized', 'True'), READY] } });

describe('findCondition', () => {
  it.each([
    { label: 'a listed type', object: pod, type: 'Ready', expected: READY },
    { label: 'a type in another letter case', object: pod, type: 'ready', expected: undefined },
    { label: 'a missing type', object: pod, type: 'PodScheduled', expected: undefined },
    { label: 'an empty status', object: aPod({ status: { conditions: [] } }), type: 'Ready' },
    { label: 'an object without a status', object: {}, type: 'Ready' },
  ])('finds $expected for $label', ({ object, type, expected }) => {
    expect(findCondition(object, type)).toEqual(expected);
  });
});

describe('isConditionTrue', () => {
  it.each([
    { conditions: [aCondition('Ready', 'True')], expected: true },
    { conditions: [aCondition('Ready', 'False')], expected: false },
    { conditions: [aCondition('Ready', 'Unknown')], expected: false },
    { conditions: [aCondition('Initialized', 'True')], expected: false },
  ])('is $expected for Ready in $conditions', ({ conditions, expected }) => {
    expect(isConditionTrue(aPod({ status: { conditions } }), 'Ready')).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { chooseRepresentation } from './accept.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

describe('chooseRepresentation', () => {
  it.each([
    { accept: undefined, expected: 'json' },
    { accept: '*/*', expected: 'json' },
    { accept: 'application/json, */*', expected: 'json' },
    { accept: 'application/vnd.kubernetes.protobuf,application/json', expected: 'json' },
    {
      accept: `${TABLE},application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json`,
      expected: 'table',
    },
    { accept: 'application/json; as=Table; v=v1; g=meta.k8s.io', expected: 'table' },
    { accept: 'application/json;as=Table;v=v9;g=meta.k8s.io,application/json', expected: 'json' },
    {
      accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json',
      expected: 'metadata',
    },
    { accept: `application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io,${TABLE}`, expected: 'table' },
  ] as const)('answers $accept with $expected', ({ accept, expected }) => {
    expect(chooseRepresentation(accept)).toBe(expected);
  });

  it.each(['text/html', 'application/vnd.kubernetes.protobuf', 'application/json;as=PartialObjectMetadata'])(
    'refuses %s with 406',
    (accept) => {
      expect(() => chooseRepresentation(accept)).toThrow('406: Not Acceptable');
    },
  );
});

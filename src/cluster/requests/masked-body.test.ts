import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedBody } from './masked-body.ts';

const quoteTimes = (text: string, times: number): string =>
  times === 0 ? text : quoteTimes(JSON.stringify(text), times - 1);

describe('maskedBody', () => {
  it.each([
    ['{"env":[{"name":"A","value":"canary"}]}', '{"env":[{"name":"A","value":"<masked>"}]}'],
    ['{"value" : "canary","name":"A"}', '{"value" : "<masked>","name":"A"}'],
    ['[{"value":"canary"},{"value":""}]', '[{"value":"<masked>"},{"value":"<masked>"}]'],
    ['{"value":"cut off can', '{"value":"<masked>'],
    ['{"values":["a"],"value":5,"valueFrom":{}}', '{"values":["a"],"value":5,"valueFrom":{}}'],
    ['{"message":"Invalid value: \\"x\\""}', '{"message":"Invalid value: \\"x\\""}'],
    ['not JSON', 'not JSON'],
  ])('of %j is %j', (body, expected) => {
    expect(maskedBody(body)).toBe(expected);
  });

  it('masks the same text however often its JSON is quoted in JSON, and nothing else', () => {
    const secret = fc.string({ unit: fc.constantFrom('"', '\\', 'value', ':', ',', 'é') });
    const other = fc.string({ unit: fc.constantFrom('"', '\\', ':', ',', 'a') });
    fc.assert(
      fc.property(secret, other, fc.nat(3), (value, name, times) => {
        const body = (text: string) =>
          quoteTimes(JSON.stringify({ name, env: [{ value: text, name }], after: name }), times);
        expect(maskedBody(body(value))).toBe(body('<masked>'));
      }),
    );
  });

  it('masks more than one depth in one body', () => {
    const object = {
      metadata: { annotations: { last: '{"value":"canary"}\n' } },
      env: [{ value: 'canary' }],
    };
    expect(JSON.parse(maskedBody(JSON.stringify(object)))).toEqual({
      metadata: { annotations: { last: '{"value":"<masked>"}\n' } },
      env: [{ value: '<masked>' }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { ApiError, isApiError } from './api-error.ts';

const REQUEST = { method: 'GET', path: '/api/v1/pods' };

describe('ApiError', () => {
  it('is empty for a Status without fields', () => {
    const { message, reason, details, continueToken } = new ApiError(REQUEST, 500, {});
    expect([message, reason, details, continueToken]).toEqual(['', '', {}, undefined]);
  });

  it('keeps the first 100 causes', () => {
    const causes = Array.from({ length: 101 }, (_, index) => ({ message: `m${index}` }));
    const { details } = new ApiError(REQUEST, 422, { details: { causes } });
    expect(details.causes).toHaveLength(100);
    expect(details.causes?.[99]).toEqual({ message: 'm99' });
  });

  it('shortens endless messages, of causes as well', () => {
    const message = 'x'.repeat(1_000_000);
    const error = new ApiError(REQUEST, 422, { message, details: { causes: [{ message }] } });
    expect(error.message.length).toBeLessThan(message.length);
    expect(error.details.causes?.[0]?.message?.length).toBeLessThan(message.length);
  });

  it('tolerates causes that are no list', () => {
    const details = { causes: 'none' } as unknown as ApiError['details'];
    expect(new ApiError(REQUEST, 422, { details }).details).toEqual(details);
  });
});

it.each([
  { label: 'an ApiError', error: new ApiError(REQUEST, 404, {}), expected: true },
  {
    label: 'one of another bundle',
    error: Object.assign(new Error(), { name: 'ApiError', code: 404, reason: '' }),
    expected: true,
  },
  { label: 'another error', error: new Error('x'), expected: false },
  { label: 'a plain object', error: { name: 'ApiError', code: 404, reason: '' }, expected: false },
])('recognises $label: $expected', ({ error, expected }) => {
  expect(isApiError(error)).toBe(expected);
});

import { describe, expect, it } from 'vitest';
import { failureOf } from '../../test/playground/failure-of.ts';
import { parseLabelSelector } from './label-selector.ts';

describe('parseLabelSelector', () => {
  const labels = { app: 'web', tier: 'front', level: '3', empty: '' };

  it.each([
    { selector: '', expected: true },
    { selector: 'app=web', expected: true },
    { selector: 'app==web', expected: true },
    { selector: ' app = web , tier=front ', expected: true },
    { selector: 'app=web,tier=back', expected: false },
    { selector: 'app!=web', expected: false },
    { selector: 'app!=db', expected: true },
    { selector: 'missing!=x', expected: true },
    { selector: 'app in (web,db)', expected: true },
    { selector: 'app in (db, cache)', expected: false },
    { selector: 'missing in (db)', expected: false },
    { selector: 'app notin (db)', expected: true },
    { selector: 'app notin (web)', expected: false },
    { selector: 'missing notin (db)', expected: true },
    { selector: 'app in ()', expected: false },
    { selector: 'app', expected: true },
    { selector: 'missing', expected: false },
    { selector: '!app', expected: false },
    { selector: '!missing', expected: true },
    { selector: 'empty=', expected: true },
    { selector: 'empty', expected: true },
    { selector: 'level>2', expected: true },
    { selector: 'level>3', expected: false },
    { selector: 'level<4', expected: true },
    { selector: 'app>2', expected: false },
    { selector: 'example.com/app=web', expected: false },
    { selector: 'app in (web),!missing,level>1', expected: true },
  ])('takes "$selector" as $expected', ({ selector, expected }) => {
    expect(parseLabelSelector(selector)(labels)).toBe(expected);
  });

  it.each([
    { selector: 'app===web', message: "unable to parse requirement: found '=', expected: identifier" },
    { selector: 'app in web', message: "unable to parse requirement: found 'web', expected: '('" },
    { selector: 'app in (web', message: "unable to parse requirement: found '', expected: ',' or ')'" },
    { selector: 'app=web tier=front', message: "found 'tier'" },
    { selector: '-x', message: 'Invalid value: "-x"' },
    { selector: ',', message: 'expected: identifier' },
  ])('refuses "$selector" as a bad request', ({ selector, message }) => {
    const failure = failureOf(() => parseLabelSelector(selector));
    expect(failure.code).toBe(400);
    expect(failure.message).toContain(message);
  });
});

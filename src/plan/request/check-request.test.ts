import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { checkEphemeralRequest, checkRequest } from './check-request.ts';
import { parseImagePullPolicy } from './debug-request.ts';
import { parseProfileName } from '../security/profiles.ts';

describe('checkRequest', () => {
  it.each([
    { label: 'a bad image', options: { image: 'UPPER' }, kind: 'image-invalid' },
    { label: 'a terminal without stdin', options: { tty: true }, kind: 'usage' },
    ...['Dbg', 'a_b', '-a', 'a-', 'a.b', 'ä', 'x'.repeat(64)].map((containerName) => ({
      label: `the container name ${containerName}`,
      options: { containerName },
      kind: 'usage',
    })),
  ])('refuses $label', ({ options, kind }) => {
    expect(() => checkRequest(aDebugRequest(options))).toThrow(expect.objectContaining({ kind }));
  });

  it.each(['a', '0', 'a-1', 'x'.repeat(63)])('takes the container name %s', (containerName) => {
    expect(() => checkRequest(aDebugRequest({ containerName }))).not.toThrow();
  });

  it('leaves it to the mode whether there has to be an image', () => {
    const request = aDebugRequest({ image: undefined });
    expect(() => checkRequest(request)).not.toThrow();
    expect(() => checkEphemeralRequest(request)).toThrow(
      expect.objectContaining({ kind: 'usage', message: 'you must specify --image' }),
    );
  });
});

describe('parseImagePullPolicy', () => {
  it.each(['Always', 'IfNotPresent', 'Never'])('reads %s', (text) => {
    expect(parseImagePullPolicy(text)).toBe(text);
  });

  it('leaves an empty text to the server', () => {
    expect(parseImagePullPolicy('')).toBeUndefined();
  });

  it.each(['always', 'Sometimes'])('refuses %s', (text) => {
    expect(() => parseImagePullPolicy(text)).toThrow(`invalid image pull policy: ${text}`);
  });
});

describe('parseProfileName', () => {
  it('reads a known name', () => {
    expect(parseProfileName('netadmin')).toBe('netadmin');
  });

  it.each(['', 'General', 'toString'])('refuses "%s"', (text) => {
    expect(() => parseProfileName(text)).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: `unknown profile: ${text}`,
        hint: 'use one of general, baseline, restricted, netadmin, sysadmin, legacy',
      }),
    );
  });
});

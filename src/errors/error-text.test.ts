import { expect, it } from 'vitest';
import { errorText, fileErrorText, isMissingFile } from './error-text.ts';

const missing = Object.assign(new Error("ENOENT: no such file, open '/x'"), { code: 'ENOENT' });
const denied = Object.assign(new Error("EACCES: permission denied, open '/x'"), { code: 'EACCES' });

it.each([
  { thrown: new Error('it broke'), text: 'it broke' },
  { thrown: 'it broke', text: 'it broke' },
  { thrown: undefined, text: 'undefined' },
])('has the message of whatever was thrown: $text', ({ thrown, text }) => {
  expect(errorText(thrown)).toBe(text);
});

it('does not repeat the name of a missing file', () => {
  expect(fileErrorText(missing)).toBe('there is no such file');
  expect(fileErrorText(denied)).toBe(denied.message);
});

it.each([
  { thrown: missing, isMissing: true },
  { thrown: denied, isMissing: false },
  { thrown: { code: 'ENOENT' }, isMissing: false },
])('recognises a missing file: $isMissing', ({ thrown, isMissing }) => {
  expect(isMissingFile(thrown)).toBe(isMissing);
});

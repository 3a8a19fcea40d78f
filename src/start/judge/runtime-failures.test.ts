import { expect, it } from 'vitest';
import { explainRuntimeFailure } from './runtime-failures.ts';

const REF = { namespace: 'shop', name: 'web-1', container: 'dbg' };

it.each([
  ['failed to start: exec: "sh": executable file not found in $PATH: unknown', 'the image has no "sh"'],
  ['exec: \\"sh\\": executable file not found in $PATH', 'the image has no "sh"'],
  ['exec: "/no/sh": stat /no/sh: no such file or directory', 'the image has no "/no/sh"'],
  [
    'crun: executable file `top` not found in $PATH: exec: x: No such file or directory',
    'the image has no "top"',
  ],
  ['no command specified', 'no command specified'],
  ['exec: "/etc/passwd": permission denied', 'exec: "/etc/passwd": permission denied'],
])('says of %s: %s', (message, why) => {
  expect(explainRuntimeFailure(message, { ...REF, said: message }).why).toBe(why);
});

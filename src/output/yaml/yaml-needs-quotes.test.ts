import { describe, expect, it } from 'vitest';
import { readsAsOtherType } from './yaml-needs-quotes.ts';

// Checked against kubectl 1.37, which quotes the first ones and leaves the others plain.
describe('readsAsOtherType', () => {
  it.each(
    [
      '| ~ |null|Null|NULL|y|Y|n|N|yes|Yes|YES|on|off|true|True|.nan|.NaN|.NAN|.inf|.Inf|+.inf|-.Inf',
      '1e3|1e+3|1.|+1|-1|.5|-.5|1_0|0xF|-0xF|+0x1|0o7|0b1|-0b1|089|08|20250102|99999999999999999999',
      '1:2|1:20.5|-1:20|190:20:30|2025-1-2|2025-01-02|2025-01-02 1:2:3|2025-01-02T10:00:00+01:00',
    ]
      .join('|')
      .split('|')
      .map((text) => text.trim()),
  )('knows that %j is more than text', (text) => {
    expect(readsAsOtherType(text)).toBe(true);
  });

  it.each([
    ...[
      'nULL',
      'yEs',
      'oN',
      '.Nan',
      '<<',
      '=',
      '_1',
      '0x1G',
      '0b2',
      '1:60',
      '1e400',
      '0.1e',
      '1e',
      '-',
      '+',
      '.',
    ],
    ...['..', '._0', '2025-01-02T1:2:3', '2025-13-02', '2025-02-30', '2025-01-02 10:00:00 Z', '7669d66b57'],
    ...['2025-01-02 24:00:00', '10.0.0.7', 'v1'],
  ])('knows that %j is text', (text) => {
    expect(readsAsOtherType(text)).toBe(false);
  });
});

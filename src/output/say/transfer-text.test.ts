import { expect, it } from 'vitest';
import { bytesText, clockText, transferText } from './transfer-text.ts';

const MIB = 1024 ** 2;

it.each([
  { bytes: 0, text: '0 B' },
  { bytes: 17, text: '17 B' },
  { bytes: 1023, text: '1023 B' },
  { bytes: 1024, text: '1.0 KiB' },
  { bytes: 10_189, text: '10 KiB' },
  { bytes: 1023.6 * 1024, text: '1.0 MiB' },
  { bytes: 412 * MIB, text: '412 MiB' },
  { bytes: 2048 * MIB, text: '2.0 GiB' },
  { bytes: 3000 * 1024 ** 5, text: '3000 PiB' },
])('writes $bytes bytes as $text', ({ bytes, text }) => {
  expect(bytesText(bytes)).toBe(text);
});

it.each([
  { milliseconds: 0, text: '0:00' },
  { milliseconds: 18_400, text: '0:19' },
  { milliseconds: 725_000, text: '12:05' },
  { milliseconds: 3_723_000, text: '1:02:03' },
])('writes $milliseconds ms as $text', ({ milliseconds, text }) => {
  expect(clockText(milliseconds)).toBe(text);
});

const half = { name: 'web.log', bytes: 412 * MIB, totalBytes: 2048 * MIB, bytesPerSecond: 86 * MIB };

it.each([
  { label: 'a file', transfer: half, text: 'web.log  412 MiB of 2.0 GiB  86 MiB/s  0:20 left' },
  {
    label: 'a folder',
    transfer: { ...half, name: 'logs', files: { done: 7, total: 90 } },
    text: 'logs  7 of 90 files  412 MiB of 2.0 GiB  86 MiB/s  0:20 left',
  },
  {
    label: 'a copy that has just begun',
    transfer: { ...half, bytesPerSecond: undefined },
    text: 'web.log  412 MiB of 2.0 GiB',
  },
  {
    label: 'a stream of unknown size',
    transfer: { ...half, totalBytes: undefined },
    text: 'web.log  412 MiB  86 MiB/s',
  },
  {
    label: 'a copy that stands still',
    transfer: { ...half, bytesPerSecond: 0 },
    text: 'web.log  412 MiB of 2.0 GiB  0 B/s',
  },
])('describes $label', ({ transfer, text }) => {
  expect(transferText(transfer)).toBe(text);
});

import { describe, expect, it } from 'vitest';
import type { Fetched } from '../../files/fetch/fetch-files.ts';
import type { FileTrouble } from '../../files/fetch/large-file.ts';
import { describeGroup } from '../../files/fetch/fetched-remarks.ts';
import { describeFetched } from './describe-fetched.ts';

const fetched = (more: Partial<Fetched> = {}): Fetched => ({
  files: [
    { path: 'a', size: 3, sha256: 'x' },
    { path: 'b', size: 4, sha256: 'y' },
  ],
  folders: 1,
  links: 1,
  notes: [],
  complaints: [],
  ...more,
});
const noted = (trouble: FileTrouble, ...paths: readonly string[]): Partial<Fetched> => ({
  notes: paths.map((path) => ({ path, trouble })),
});

describe('describeFetched', () => {
  it('has nothing to remark on a copy in which all was well', () => {
    expect(describeFetched(fetched(), [])).toEqual({
      files: 2,
      bytes: 7,
      isVerified: true,
      lacksFiles: false,
      remarks: [],
    });
  });

  it.each<{ trouble: FileTrouble; isVerified: boolean; lacksFiles: boolean }>([
    { trouble: 'gone', isVerified: true, lacksFiles: false },
    { trouble: 'denied', isVerified: true, lacksFiles: true },
    { trouble: 'shrank', isVerified: true, lacksFiles: false },
    { trouble: 'grew', isVerified: true, lacksFiles: false },
    { trouble: 'changed', isVerified: false, lacksFiles: false },
    { trouble: 'unverified', isVerified: false, lacksFiles: false },
  ])('says of a file that is "$trouble" what that means', ({ trouble, ...expected }) => {
    const described = describeFetched(fetched(noted(trouble, 'a')), []);
    expect(described).toMatchObject(expected);
    expect(described.remarks).toEqual([expect.stringMatching(/^a \w/)]);
  });

  it('groups the remarks, and names a path once', () => {
    const { notes: grown = [] } = noted('grew', 'a', 'a', 'b');
    const { notes: gone = [] } = noted('gone', 'c');
    expect(describeFetched(fetched({ notes: [...grown, ...gone] }), []).remarks).toEqual([
      '2 files (a, b): each grew while it was read; the copy has what it had at first',
      'c vanished while it was read',
    ]);
  });

  it('says what was left out, and what the tools complained of, without their control characters', () => {
    const complaints = ['find: ./x\u001b[2J: Permission denied', '2', '3', '4'];
    const refused = [{ why: 'special', paths: ['\u001b[31mnull'], count: 1 }] as const;
    const { remarks, lacksFiles } = describeFetched(fetched({ complaints }), refused);
    expect(lacksFiles).toBe(true);
    expect(remarks).toHaveLength(4);
    expect(remarks[0]).toContain('is a device, a FIFO or a socket, and was left out');
    expect(remarks.join('')).not.toContain('\u001b');
  });
});

it.each([
  { paths: [''], count: 1, text: 'the file is so' },
  { paths: ['a', 'b', 'c'], count: 3, text: '3 files (a, b, c): each is so' },
  { paths: ['a', 'b', 'c', 'd'], count: 9, text: '9 files (a, b, c and 6 more): each is so' },
])('describes $count files as "$text"', ({ paths, count, text }) => {
  expect(describeGroup({ paths, count, what: 'is so' })).toBe(text);
});

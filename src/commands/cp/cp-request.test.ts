import { describe, expect, it } from 'vitest';
import { anIo } from '../../../test/builders/an-io.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { CP_FLAGS } from '../../flags/tables/cp-flags.ts';
import { readCopyJob, readCopyOptions, type CopyJob } from './cp-request.ts';

const read = (line: string): CopyJob => readCopyJob(anIo().io, parseCommandLine(CP_FLAGS, line.split(' ')));
const local = (path: string) => ({ kind: 'local', path });
const inPod = (name: string, path: string, container?: string) => ({
  target: { kind: 'pod', name },
  path,
  container,
});

describe('readCopyJob', () => {
  it.each([
    {
      line: 'web:/x .',
      job: { kind: 'download', sources: [inPod('web', '/x')], destination: local('.') },
    },
    {
      line: 'web:/x db:/y out',
      job: { kind: 'download', sources: [inPod('web', '/x'), inPod('db', '/y')], destination: local('out') },
    },
    {
      line: 'web:app:/x -',
      job: {
        kind: 'download',
        sources: [inPod('web', '/x', 'app')],
        destination: { kind: 'stream' },
      },
    },
    {
      line: '-c app x y web:/tmp',
      job: { kind: 'upload', sources: [local('x'), local('y')], destination: inPod('web', '/tmp', 'app') },
    },
    {
      line: '- web:/tmp',
      job: { kind: 'upload', sources: [{ kind: 'stream' }], destination: inPod('web', '/tmp') },
    },
    {
      line: 'web:/x db:/y',
      job: { kind: 'between', sources: [inPod('web', '/x')], destination: inPod('db', '/y') },
    },
    { line: '-f web:/x -', job: { kind: 'follow', source: inPod('web', '/x'), tailLines: 10 } },
    {
      line: '-f --tail=-1 deploy/web:/x -',
      job: { kind: 'follow', source: { target: { kind: 'workload', name: 'web' } }, tailLines: undefined },
    },
    { line: '-c app web:app:/x .', job: { kind: 'download', sources: [inPod('web', '/x', 'app')] } },
    { line: 'web:/a/. web:/b/. out', job: { kind: 'download' } },
  ])('reads "cp $line"', ({ line, job }) => {
    expect(read(line)).toMatchObject(job);
  });

  it.each([
    { line: 'web:/x', says: 'what to copy, and where to' },
    { line: 'x y', says: 'neither side names a pod: x y' },
    { line: 'x web:/y out', says: 'from pods or from here, not from both' },
    { line: 'x - web:/y', says: 'copied alone' },
    { line: 'web:/x db:/y -', says: 'has one source' },
    { line: '-c a web:b:/x .', says: 'names container "b", but -c names "a"' },
    { line: '-c A web:/x .', says: 'invalid container name' },
    { line: 'node/n1:/x .', says: 'for a node' },
    { line: 'Web:/x .', says: 'cannot be the name of a pod' },
    { line: 'a/x b/x web:/y', says: 'same name: a/x b/x' },
    { line: 'web:/a/x db:/b/x out', says: 'same name' },
    { line: '-f web:/x out', says: '--follow writes one file of a pod to stdout' },
    { line: '-f x web:/y', says: '--follow writes one file of a pod to stdout' },
    { line: '--tail=3 web:/x -', says: 'there is no --follow' },
  ])('refuses "cp $line"', ({ line, says }) => {
    expect(() => read(line)).toThrow(says);
  });
});

it.each([
  { line: '', options: { preserves: true, retries: Infinity } },
  { line: '--retries=0 --no-preserve', options: { preserves: false, retries: 0 } },
  { line: '--retries=3', options: { preserves: true, retries: 3 } },
  { line: '--retries=-2', options: { preserves: true, retries: Infinity } },
])('reads "$line" as options', ({ line, options }) => {
  const words = line === '' ? [] : line.split(' ');
  expect(readCopyOptions(parseCommandLine(CP_FLAGS, words).flags)).toEqual(options);
});

import { describe, expect, it } from 'vitest';
import { customCells, parseCustomColumns, parseCustomColumnsFile } from './custom-columns.ts';

const POD = {
  metadata: { name: 'web-1', labels: { 'app.kubernetes.io/name': 'web', b: 'x' } },
  spec: {
    containers: [{ name: 'app', ports: [{ containerPort: 80 }] }, { name: 'side' }],
    hostPID: false,
    none: null,
  },
};

describe('custom columns', () => {
  it.each([
    { path: '.metadata.name', expected: 'web-1' },
    { path: 'metadata.name', expected: 'web-1' },
    { path: '{.metadata.name}', expected: 'web-1' },
    { path: '.spec.containers[*].name', expected: 'app,side' },
    { path: '.spec.containers[1].name', expected: 'side' },
    { path: '.spec.containers[*].ports[*].containerPort', expected: '80' },
    { path: String.raw`.metadata.labels.app\.kubernetes\.io/name`, expected: 'web' },
    { path: '.metadata.labels', expected: 'map[app.kubernetes.io/name:web b:x]' },
    { path: '.spec.hostPID', expected: 'false' },
    { path: '.spec.none', expected: '<nil>' },
    { path: '.spec.nothing', expected: '<none>' },
    { path: '', expected: '<none>' },
  ])('show $expected for $path', ({ path, expected }) => {
    expect(customCells(parseCustomColumns(`TITLE:${path}`), POD)).toEqual([expected]);
  });

  it('show all lines of a text in one', () => {
    const pod = { metadata: { annotations: { note: 'one\ntwo\u001b' } } };
    expect(customCells(parseCustomColumns('NOTE:.metadata.annotations.note'), pod)).toEqual(['one\\ntwo^[']);
  });

  it('are read in their order, with whatever stands before the first colon as the title', () => {
    const columns = parseCustomColumns('NAME:.metadata.name,:.a,B C:.spec.x');
    expect(columns.map(({ title }) => title)).toEqual(['NAME', '', 'B C']);
  });

  it.each(['NAME', 'NAME:.a,X', ''])('refuse %j, which names no path', (spec) => {
    expect(() => parseCustomColumns(spec)).toThrow(/expected <header>:<json-path-expr>/);
  });

  it('are read out of a file of titles and paths that need not stand below each other', () => {
    const columns = parseCustomColumnsFile('NAME    NODE\n.metadata.name .spec.nothing\nmore\n');
    expect(columns.map(({ title }) => title)).toEqual(['NAME', 'NODE']);
    expect(customCells(columns, POD)).toEqual(['web-1', '<none>']);
  });

  it.each(['', 'NAME\n', 'NAME NODE\n.metadata.name\n', '\n.metadata.name'])('refuse the file %j', (text) => {
    expect(() => parseCustomColumnsFile(text)).toThrow(
      /number of headers and field specifications must match/,
    );
  });
});

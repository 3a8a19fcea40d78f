import { expect, it } from 'vitest';
import type { Flag } from './flag.ts';
import { scanArgv, type ArgvPart } from './scan-argv.ts';

const FLAGS: readonly Flag[] = [
  { name: 'namespace', short: 'n', kind: 'string', group: 'run', description: '' },
  { name: 'image-pull-policy', kind: 'string', group: 'run', description: '' },
  { name: 'stdin', short: 'i', kind: 'boolean', group: 'run', description: '' },
  { name: 'tty', short: 't', kind: 'boolean', group: 'run', description: '' },
  { name: 'resume', kind: 'string', textWhenBare: '', group: 'run', description: '' },
];

function describePart(part: ArgvPart): string {
  switch (part.kind) {
    case 'flag':
      return `${part.byLetter ? '-' : '--'}${part.flag.name}=${part.text}`;
    case 'name':
      return `${part.text}@${part.index}`;
    case 'after-dash':
      return `-- ${part.words.join(' ')}`;
    case 'unknown-flag':
      return `unknown ${part.name}`;
    case 'mistake':
      return part.message;
  }
}

it.each([
  { line: 'web-1 -it', parts: ['web-1@0', '-stdin=true', '-tty=true'] },
  { line: '--namespace shop web-1', parts: ['--namespace=shop', 'web-1@2'] },
  { line: '--namespace=shop', parts: ['--namespace=shop'] },
  { line: '-nshop -n=shop -n shop', parts: ['-namespace=shop', '-namespace=shop', '-namespace=shop'] },
  { line: '-itn shop', parts: ['-stdin=true', '-tty=true', '-namespace=shop'] },
  { line: '--image_pull_policy=Never', parts: ['--image-pull-policy=Never'] },
  { line: '--resume run', parts: ['--resume=', 'run@1'] },
  { line: 'a -- -n b', parts: ['a@0', '-- -n b'] },
  { line: '-', parts: ['-@0'] },
  { line: '--stdin=false', parts: ['--stdin=false'] },
  { line: '--what a', parts: ['unknown --what', 'a@1'] },
  { line: '--=x', parts: ['bad flag syntax: --=x'] },
  { line: '-ix', parts: ['-stdin=true', "unknown shorthand flag: 'x' in -x"] },
  { line: '--namespace', parts: ['flag needs an argument: --namespace'] },
  { line: '-n', parts: ["flag needs an argument: 'n' in -n"] },
])('splits $line', ({ line, parts }) => {
  expect([...scanArgv(FLAGS, line.split(' '))].map(describePart)).toEqual(parts);
});

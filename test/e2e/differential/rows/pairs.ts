import { COPY, EPHEMERAL, REFUSED, rows, SAME, type Expectation } from '../row.ts';

const NOT_CUT = '`--env` in square brackets, or a value of it that ends in `]` or a space';

const isNotCut = (value: string, name = 'A'): Expectation => ({
  kind: 'other-object',
  listed: NOT_CUT,
  change: (field, was) => (field === 'env' ? [{ name, value }] : was),
});

/** NAME=VALUE lists: `--env` and `--set-image` are of one type. */
export const PAIR_ROWS = [
  ...rows(SAME, EPHEMERAL, [
    ['single', '--env=A=1'],
    ['single', '--env', 'A=1'],
    ['single', '--env=A='],
    ['single', '--env=A=1,2'],
    ['single', '--env=A=1,B=2'],
    ['single', '--env=A=1', '--env=B=2'],
    ['single', '--env=A=1', '--env=A=2'],
    ['single', '--env="A=1,2",B=3'],
    ['single', '--env="A=1"'],
    ['single', '--env=A="1"'],
    ['single', '--env=A= b'],
    ['single', '--env=A=b=c'],
    ['single', '--env=A B=x'],
    ['single', '--env=A=1,B'],
    ['single', '--env="A=1'],
    ['single', '--env=A=[1,2]'],
    ['single', '--env=A=1', '-it', '--', 'env'],
  ]),
  ...rows(isNotCut('x[0]'), EPHEMERAL, [['single', '--env=A=x[0]']]),
  ...rows(isNotCut('x '), EPHEMERAL, [['single', '--env=A=x ']]),
  ...rows(isNotCut('1]', '[A'), EPHEMERAL, [['single', '--env=[A=1]']]),
  ...rows(REFUSED, EPHEMERAL, [
    ['single', '--env=A'],
    ['single', '--env='],
    ['single', '--env==x'],
    ['single', '--env=A=1,2,B=3'],
    ['single', '--env=A=1,B=2,C'],
    ['single', '--env="A=1,B=2'],
    ['single', '--env'],
  ]),
  ...rows(SAME, COPY, [
    ['several', '--set-image', 'app=x:2'],
    ['several', '--set-image=app=x:2,second=y:3'],
    ['several', '--set-image="app=x:2",second=y:3'],
    ['several', '--set-image=app=x:1', '--set-image=app=x:2'],
  ]),
  ...rows(REFUSED, COPY, [
    ['several', '--set-image=app=x:2,second'],
    ['several', '--set-image=app=x:2,y:3,third=z'],
    ['several', '--set-image=app=x:2,y'],
  ]),
];

import { NODE, PROFILES, REFUSED, rows, SAME, type Entry } from '../row.ts';

export const NODE_ROWS = [
  ...rows(SAME, NODE, [
    ...PROFILES.flatMap((profile): readonly Entry[] => [
      [[], `--profile=${profile}`],
      [[], `--profile=${profile}`, '-it', '-c', 'dbg', '--env=A=1', '--image-pull-policy=Never', '--', 'sh'],
    ]),
    [[], '-q', '-c', '{copy}'],
    [[], '--arguments-only', '--', 'x'],
    [[], '--', 'sh', '-c', 'x'],
    [[], '--copy-to={copy}', '--replace', '--same-node', '--set-image=a=b'],
    [[], '--copy-to={copy}', '--keep-labels', '--share-processes'],
    [[], '--attach=false', '-i'],
  ]),
  ...rows({ kind: 'other-words', listed: '`--target` with a node' }, NODE, [[[], '--target=app']]),
  ...rows(REFUSED, NODE, [
    [[], '--image='],
    [[], '--image=UPPER'],
    [[], '-t'],
    [[], '-c', 'Bad_Name'],
    [[], '--replace'],
    [[], '--same-node'],
    [[], '--set-image=a=b'],
    [[], '--copy-to={copy}', '--target=app'],
    [[], '--image=', '--copy-to={copy}', '--set-image=a=b'],
    [[], '--copy-to={copy}', '--set-image=a=UPPER'],
    [[], '--profile=nobody'],
    [[], '--image-pull-policy=never'],
  ]),
  ...rows(REFUSED, [], [[[], 'node/nobody', '--image=busybox']]),
];

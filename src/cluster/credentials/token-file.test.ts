import { expect, it } from 'vitest';
import { aFolder } from '../../../test/builders/a-folder.ts';
import { readTokenFile } from './token-file.ts';

const folder = await aFolder();
const now = (): Date => new Date('2030-01-01T00:00:00Z');

it('is good for a minute and has no blanks around it', async () => {
  const path = await folder.write('token', ' abc\n');
  expect(await readTokenFile({ path, fallback: undefined }, now)).toEqual({
    credential: { authorization: 'Bearer abc' },
    expiresAt: new Date('2030-01-01T00:01:00Z'),
  });
});

it.each(['missing', 'blank'])('says that a %s file gives no token', async (name) => {
  await folder.write('blank', '\n');
  const path = `${folder.path}/${name}`;
  await expect(readTokenFile({ path, fallback: undefined }, now)).rejects.toMatchObject({
    kind: 'credentials',
    message: expect.stringContaining(`cannot read the token in ${path}: `),
  });
});

it.each(['missing', 'blank'])('is the token beside the file where that is %s', async (name) => {
  await folder.write('blank', '\n');
  const { credential } = await readTokenFile({ path: `${folder.path}/${name}`, fallback: 'beside' }, now);
  expect(credential).toEqual({ authorization: 'Bearer beside' });
});

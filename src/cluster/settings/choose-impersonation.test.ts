import { describe, expect, it } from 'vitest';
import { aKubeconfig } from '../../../test/builders/a-kubeconfig.ts';
import { SERVER, someSettings } from '../../../test/builders/some-settings.ts';

describe('impersonation', () => {
  it('comes from the entry, and from the flags before it', async () => {
    const user = {
      token: 't',
      as: 'a',
      'as-groups': ['g'],
      'as-uid': 'u',
      'as-user-extra': { scope: ['x', 'y'] },
    };
    const extra = { scope: ['x', 'y'] };
    const byEntry = await someSettings(aKubeconfig(SERVER, user));
    expect(byEntry.impersonation).toEqual({ user: 'a', uid: 'u', groups: ['g'], extra });
    const byFlags = await someSettings(aKubeconfig(SERVER, user), {
      impersonate: 'b',
      impersonateGroups: ['h', 'i'],
    });
    expect(byFlags.impersonation).toEqual({ user: 'b', uid: 'u', groups: ['h', 'i'], extra });
    const added = await someSettings(aKubeconfig(SERVER, user), {
      impersonateExtra: { team: ['red'], Scope: ['z'] },
    });
    expect(added.impersonation?.extra).toEqual({ scope: ['x', 'y'], team: ['red'], Scope: ['z'] });
    const replaced = await someSettings(aKubeconfig(SERVER, user), { impersonateExtra: { scope: ['z'] } });
    expect(replaced.impersonation?.extra).toEqual({ scope: ['z'] });
    expect((await someSettings(aKubeconfig(SERVER))).impersonation).toBeUndefined();
  });

  it.each([{ impersonateGroups: ['g'] }, { impersonateUid: 'u' }, { impersonateExtra: { a: ['b'] } }])(
    'of %j needs a user',
    async (options) => {
      await expect(someSettings(aKubeconfig(SERVER), options)).rejects.toMatchObject({
        kind: 'usage',
        hint: 'add --as=USER',
      });
    },
  );
});

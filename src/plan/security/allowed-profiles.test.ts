import { expect, it } from 'vitest';
import { allowedProfiles } from './allowed-profiles.ts';

it.each([
  { level: 'privileged', profiles: ['general', 'baseline', 'restricted', 'netadmin', 'sysadmin'] },
  { level: 'baseline', profiles: ['baseline', 'restricted'] },
  { level: 'restricted', profiles: ['restricted'] },
] as const)('lets $profiles pass at level $level, as a real API server does', ({ level, profiles }) => {
  expect(allowedProfiles(level)).toEqual(profiles);
});

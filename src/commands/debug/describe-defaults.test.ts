import { describe, expect, it } from 'vitest';
import { aDebugRequest } from '../../../test/builders/a-debug-request.ts';
import { aPod } from '../../../test/builders/a-pod.ts';
import type { CommandInput } from '../../flags/flag.ts';
import { parseCommandLine } from '../../flags/parse-command-line.ts';
import { DEBUG_FLAGS } from '../../flags/tables/debug-flags.ts';
import { GLOBAL_FLAGS } from '../../flags/tables/global-flags.ts';
import { planEphemeralContainer } from '../../plan/container/ephemeral-container.ts';
import { planNodePod } from '../../plan/node-pod.ts';
import type { Defaults } from '../shared/debug-defaults.ts';
import { describeChosen, textsOfDefaults } from './describe-defaults.ts';

const REQUEST = aDebugRequest({ target: 'app', containerName: 'dbg' });
const PLAN = planEphemeralContainer(aPod(), REQUEST, () => 0);
const NODE_PLAN = planNodePod({ node: 'n1', namespace: 'shop' }, aDebugRequest(), () => 0);
const GIVEN: Defaults = {
  isInteractive: false,
  target: 'given',
  isOwnImage: false,
  mirrored: (image) => image,
};
const CHOSEN: Defaults = { ...GIVEN, image: 'busybox', isInteractive: true, target: 'chosen' };
const parse = (...argv: readonly string[]): CommandInput =>
  parseCommandLine([...DEBUG_FLAGS, ...GLOBAL_FLAGS], argv);

function describeOf(
  defaults: Defaults,
  choosing: Partial<Parameters<typeof describeChosen>[0]> = {},
): string | undefined {
  const command = { defaults, exec: undefined, request: REQUEST };
  return describeChosen({
    input: parse('web-1'),
    command,
    plan: PLAN,
    foundAs: undefined,
    fallback: undefined,
    ...choosing,
  });
}

describe('describeChosen', () => {
  it('says nothing if nothing was chosen', () => {
    expect(describeOf(GIVEN)).toBeUndefined();
  });

  it('names what was chosen, and the same line of kubectl', () => {
    expect(describeOf(CHOSEN)).toBe(
      'using image busybox, -it, target container "app"; with kubectl: kubectl debug web-1 --image=busybox --target=app --container=dbg --stdin --tty --namespace=shop',
    );
  });

  it('names the pod that was found, and no target of a node', () => {
    const found = describeOf(CHOSEN, { plan: NODE_PLAN, foundAs: 'shop/web-1 of deploy/web' });
    expect(found).toMatch(/^using shop\/web-1 of deploy\/web, image busybox, -it; with kubectl: /);
  });

  it.each([
    { setsUser: undefined, said: /^using --profile=restricted; with kubectl: .* --profile=restricted/ },
    { setsUser: { user: 7, group: 8 }, said: /^using --profile=restricted, --run-as-user=7:8$/ },
  ])('names the fallback; with kubectl unless it sets a user: $setsUser', ({ setsUser, said }) => {
    const fallback = { profile: 'restricted', user: '', setsUser, makePlan: () => PLAN } as const;
    expect(describeOf(GIVEN, { fallback })).toMatch(said);
  });

  it('has no line of kubectl for a flag that kubectl does not have', () => {
    expect(describeOf(CHOSEN, { input: parse('web-1', '--rootfs') })).toBe(
      'using image busybox, -it, target container "app"',
    );
  });
});

it.each([
  { defaults: GIVEN, texts: {} },
  { defaults: CHOSEN, texts: { image: 'busybox', stdin: 'true', tty: 'true' } },
])('knows before any pod which flags the defaults stand for: $texts', ({ defaults, texts }) => {
  expect(textsOfDefaults(defaults)).toEqual(texts);
});

import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS, DEFAULT_COMMAND } from '../../commands/command-table.ts';
import type { Config } from '../config.ts';
import { decodeConfig } from '../decode/decode-config.ts';
import { describeOrigin } from './describe-origin.ts';
import type { Place } from './place.ts';
import { resolveConfig } from './resolve-config.ts';

const fileOf = (file: string, text: string): Config =>
  decodeConfig(parse(text), { file, commands: COMMANDS, isOfCompany: file === 'company' });

interface Call {
  readonly company?: string;
  readonly own?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly presets?: readonly string[];
  readonly place?: Place;
  readonly command?: string;
}

function resolve({ company = '', own = '', env = {}, presets = [], place, command = 'debug' }: Call) {
  return resolveConfig({
    io: { env },
    files: [fileOf('company', company), fileOf('own', own)],
    command: COMMANDS.find(({ name }) => name === command) ?? DEFAULT_COMMAND,
    input: { texts: new Map(presets.length === 0 ? [] : [['preset', presets]]) },
    place,
  });
}

const SOURCES = {
  company: { company: 'defaults: {timeout: 1s}' },
  'company commands': { company: 'commands: {debug: {timeout: 2s}}' },
  'company rule': { company: 'rules: [{defaults: {timeout: 3s}}]' },
  own: { own: 'defaults: {timeout: 4s}' },
  'own commands': { own: 'commands: {debug: {timeout: 5s}}' },
  'own rule': { own: 'rules: [{defaults: {timeout: 6s}}]' },
  environment: { env: { KUBECTL_DEBUG_TIMEOUT: '7s' } },
  preset: {
    own: 'presets: {p: {flags: {timeout: 8s}}}',
    presets: ['p'],
  },
} as const satisfies Readonly<Record<string, Call>>;
const NAMES = Object.keys(SOURCES) as readonly (keyof typeof SOURCES)[];
const PAIRS = NAMES.flatMap((lower, index) => NAMES.slice(index + 1).map((higher) => ({ lower, higher })));

/** Two calls in one: their files one after the other. */
function both(one: Call, other: Call): Call {
  const join = (left = '', right = '') => [left, right].filter((text) => text !== '').join('\n');
  return {
    company: join(one.company, other.company),
    own: join(one.own, other.own),
    env: { ...one.env, ...other.env },
    presets: [...(one.presets ?? []), ...(other.presets ?? [])],
  };
}

describe('a value', () => {
  it.each(PAIRS)('of $higher goes before one of $lower', ({ lower, higher }) => {
    const { defaults } = resolve(both(SOURCES[lower], SOURCES[higher]));
    const alone = resolve(SOURCES[higher]).defaults.get('timeout');
    expect(alone).toBeDefined();
    expect(defaults.get('timeout')).toEqual(alone);
  });

  it.each(NAMES)('of %s does not go before one that the company locks', (name) => {
    const locked = both({ company: 'defaults: {timeout: 9s}\nlocked: [timeout]' }, SOURCES[name]);
    if (name === 'company') return;
    const expected = name.startsWith('company')
      ? resolve(SOURCES[name]).defaults.get('timeout')?.texts
      : ['9s'];
    expect(resolve(locked).defaults.get('timeout')?.texts).toEqual(expected);
  });

  it('that the company locks without setting it is the built-in one', () => {
    const call = { company: 'locked: [timeout]', own: 'defaults: {timeout: 1s}' };
    expect(resolve(call).defaults.has('timeout')).toBe(false);
    expect(resolve(call).locked.get('timeout')).toEqual({ file: 'company', value: undefined });
  });

  it('that the company locks without setting it is, for an image, the built-in one of the registry', () => {
    const { defaults } = resolve({ company: 'registries: {docker.io: mirror.corp}\nlocked: [image]' });
    expect(defaults.get('image')?.texts).toEqual([expect.stringMatching(/^mirror\.corp\/library\/busybox:/)]);
  });

  it('is only for commands that have the flag', () => {
    const own = 'defaults: {concurrency: 3, timeout: 1s}\ncommands: {audit: {timeout: 2s}}';
    expect([...resolve({ own }).defaults.keys()]).toEqual(['timeout']);
    expect(resolve({ own, command: 'audit' }).defaults.get('timeout')?.texts).toEqual(['2s']);
    expect([...resolve({ own, command: 'pods' }).defaults.keys()]).toEqual([]);
  });

  it.each([
    ['own', 'defaults.timeout in own'],
    ['own rule', 'rules[0].defaults.timeout in own'],
    ['environment', '$KUBECTL_DEBUG_TIMEOUT'],
    ['preset', 'the preset "p"'],
  ] as const)('of %s says where it comes from', (name, where) => {
    const origin = resolve(SOURCES[name]).defaults.get('timeout')?.origin;
    expect(origin && describeOrigin(origin)).toBe(where);
  });

  it('may be taken back', () => {
    const call = {
      company: 'defaults: {mount-like-target: rw}',
      own: 'defaults: {mount-like-target: false}',
    };
    expect(resolve(call).defaults.get('mount-like-target')?.texts).toEqual([]);
  });
});

describe('a rule', () => {
  const own = `
defaults: {timeout: 1s}
rules:
- {contexts: [prod-*], defaults: {timeout: 2s}}
- {namespaces: [shop, team-*], defaults: {timeout: 3s}}
- {contexts: [prod-eu], namespaces: [shop], defaults: {timeout: 4s}, require: [quiet]}
`;
  it.each([
    { context: 'dev', namespaces: ['default'], timeout: '1s', required: 0 },
    { context: '', namespaces: ['default'], timeout: '1s', required: 0 },
    { context: 'prod-us', namespaces: ['default'], timeout: '2s', required: 0 },
    { context: 'prod-us', namespaces: ['shop'], timeout: '3s', required: 0 },
    { context: 'dev', namespaces: ['team-a'], timeout: '3s', required: 0 },
    { context: 'prod-eu', namespaces: ['shop'], timeout: '4s', required: 1 },
    { context: 'prod-eu', namespaces: ['other', 'shop'], timeout: '4s', required: 1 },
    { context: 'prod-eu', namespaces: 'all' as const, timeout: '4s', required: 1 },
    { context: 'dev', contexts: ['test', 'prod-us'], namespaces: ['default'], timeout: '2s', required: 0 },
    { context: 'prod-eu', contexts: ['test'], namespaces: ['default'], timeout: '1s', required: 0 },
  ])('for $context, $namespaces: $timeout', ({ timeout, required, ...place }) => {
    const resolved = resolve({ own, place });
    expect(resolved.defaults.get('timeout')?.texts).toEqual([timeout]);
    expect(resolved.required).toHaveLength(required);
  });
});

describe('presets', () => {
  it('of a file replace those of the same name, and the last one typed goes first', () => {
    const own =
      'presets: {net: {flags: {profile: baseline}}, slow: {flags: {profile: general, timeout: 9s}}}';
    expect(resolve({ presets: ['net'] }).defaults.get('profile')?.texts).toEqual(['netadmin']);
    expect(resolve({ own, presets: ['net'] }).defaults.get('profile')?.texts).toEqual(['baseline']);
    const several = resolve({ own, presets: ['slow', 'net'] }).defaults;
    expect(several.get('profile')?.texts).toEqual(['baseline']);
    expect(several.get('timeout')?.texts).toEqual(['9s']);
  });

  it('are chosen by a file or the environment too, and what is typed replaces them', () => {
    const own = 'defaults: {preset: net}\npresets: {a: {flags: {timeout: 1s}}, b: {flags: {timeout: 2s}}}';
    const env = { KUBECTL_DEBUG_PRESET: 'a' };
    expect(resolve({ own }).defaults.get('profile')?.texts).toEqual(['netadmin']);
    expect(resolve({ own, env }).defaults.get('timeout')?.texts).toEqual(['1s']);
    expect(resolve({ own, env, presets: ['b'] }).defaults.get('timeout')?.texts).toEqual(['2s']);
    expect([...resolve({ own, env, command: 'pods' }).defaults]).toEqual([]);
  });

  it('of a command that has one by default go after everything else', () => {
    const image = (call: Call): unknown =>
      resolve({ ...call, command: 'capture' }).defaults.get('image')?.texts;
    const own = 'presets: {net: {flags: {image: corp/net:1}}}';
    expect(image({})).toEqual(['nicolaka/netshoot:v0.13']);
    expect(image({ own: 'registries: {docker.io: mirror.corp}' })).toEqual([
      'mirror.corp/nicolaka/netshoot:v0.13',
    ]);
    expect(image({ own })).toEqual(['corp/net:1']);
    expect(image({ own: `${own}\ndefaults: {image: corp/all:1}` })).toEqual(['corp/all:1']);
    expect(image({ own, presets: ['trace'] })).toEqual(['nicolaka/netshoot:v0.13']);
    expect(image({ company: 'locked: [presets]', own })).toBeUndefined();
    const alias = 'images: {net: corp/alias:1}';
    expect(image({ own: alias })).toEqual(['corp/alias:1']);
    expect(image({ company: 'locked: [presets]', own: alias })).toEqual(['corp/alias:1']);
    expect(image({ own: `${own}\n${alias}` })).toEqual(['corp/net:1']);
  });

  it.each<{ call: Call; image: string; origin: object }>([
    { call: { presets: ['http'] }, image: 'nicolaka/netshoot:v0.13', origin: { name: 'http' } },
    {
      call: { presets: ['http'], env: { KUBECTL_DEBUG_IMAGE: 'corp/tools:1' } },
      image: 'corp/tools:1',
      origin: { kind: 'environment' },
    },
    {
      call: { presets: ['http'], company: 'defaults: {image: corp/all:1}' },
      image: 'corp/all:1',
      origin: { kind: 'file' },
    },
    // Others need what their own image has, and the preset of a file is somebody's choice.
    {
      call: { presets: ['tls'], env: { KUBECTL_DEBUG_IMAGE: 'corp/tools:1' } },
      image: 'nicolaka/netshoot:v0.13',
      origin: { name: 'tls', replaced: 'corp/tools:1' },
    },
    {
      call: {
        presets: ['http'],
        own: 'defaults: {image: corp/all:1}\npresets: {http: {flags: {image: corp/http:1}}}',
      },
      image: 'corp/http:1',
      origin: { name: 'http', replaced: 'corp/all:1' },
    },
    {
      call: { presets: ['net', 'http'], env: { KUBECTL_DEBUG_IMAGE: 'corp/tools:1' } },
      image: 'nicolaka/netshoot:v0.13',
      origin: { name: 'net' },
    },
  ])('$call.presets beside a configured image: $image', ({ call, image, origin }) => {
    expect(resolve(call).defaults.get('image')).toMatchObject({ texts: [image], origin });
  });

  it('that do not exist are refused with the nearest one', () => {
    expect(() => resolve({ presets: ['nett'] })).toThrow('there is no preset "nett"');
  });

  it('of a company that locks them are the only ones', () => {
    const call = { company: 'presets: {a: {}}\nlocked: [presets]', own: 'presets: {b: {}}' };
    expect(() => resolve({ ...call, presets: ['a'] })).not.toThrow();
    for (const name of ['b', 'net']) expect(() => resolve({ ...call, presets: [name] })).toThrow(name);
  });
});

describe('images', () => {
  it('have short names in files, the environment and presets', () => {
    const own = 'images: {tools: corp/tools:1}';
    const env = { KUBECTL_DEBUG_IMAGE: 'tools' };
    expect(resolve({ own, env }).defaults.get('image')?.texts).toEqual(['corp/tools:1']);
  });

  it('get another registry, the built-in default too', () => {
    const own = 'registries: {docker.io: mirror.corp}';
    expect(resolve({ own }).defaults.get('image')).toMatchObject({
      texts: ['mirror.corp/library/busybox:1.37.0-musl'],
      origin: { kind: 'registry' },
    });
  });

  it('of a company that locks them cannot be replaced', () => {
    const call = {
      company: 'images: {t: corp/t:1}\nregistries: {docker.io: mirror.corp}\nlocked: [images, registries]',
      own: 'images: {t: evil/t:1, u: evil/u:1}\nregistries: {mirror.corp: evil.corp}\ndefaults: {image: t}',
    };
    const { defaults, images } = resolve(call);
    expect(defaults.get('image')?.texts).toEqual(['mirror.corp/corp/t:1']);
    expect([...images.images.keys()]).toEqual(['t']);
  });
});

it.each([
  ['KUBECTL_DEBUG_TIMEOUT', 'soon', /^KUBECTL_DEBUG_TIMEOUT cannot be "soon": time: invalid duration/],
  ['KUBECTL_DEBUG_PROFILE', 'root', /^KUBECTL_DEBUG_PROFILE cannot be "root"/],
  ['KUBECTL_DEBUG_RM', 'maybe', /^KUBECTL_DEBUG_RM cannot be "maybe"/],
])('the variable %s=%s is refused', (variable, text, message) => {
  expect(() => resolve({ env: { [variable]: text } })).toThrow(message);
});

it.each(['KUBECTL_DEBUG_CLUSTER', 'KUBECTL_DEBUG_TOKEN', 'KUBECTL_DEBUG_NAMESPACE', 'KUBECTL_DEBUG_RUNTIME'])(
  'the variable %s sets nothing',
  (variable) => {
    expect([...resolve({ env: { [variable]: 'x' } }).defaults]).toEqual([]);
  },
);

import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../commands/command-table.ts';
import { textOfPath } from '../config.ts';
import { ConfigMistake } from './config-fields.ts';
import { decodeConfig } from './decode-config.ts';

const isOfSchema = new Ajv({ allowUnionTypes: true }).compile(
  JSON.parse(readFileSync('config.schema.json', 'utf8')) as object,
);

const decode = (text: string, isOfCompany = true) =>
  decodeConfig(parse(text), { file: 'f.yaml', commands: COMMANDS, isOfCompany });

/** The first mistake of a text: its path and what is wrong. */
function mistakeIn(text: string, isOfCompany?: boolean): string {
  try {
    decode(text, isOfCompany);
    return 'none';
  } catch (error) {
    if (!(error instanceof ConfigMistake)) throw error;
    return `${textOfPath(error.path)} ${error.message}`;
  }
}

const textsOf = (text: string, flag: string) => decode(`defaults: {${text}}`).defaults.get(flag)?.value;

describe('a value becomes what one would type', () => {
  it.each([
    { text: 'image: a/b:1', flag: 'image', texts: ['a/b:1'] },
    { text: 'run-as-user: 1000', flag: 'run-as-user', texts: ['1000'] },
    { text: 'rootfs: true', flag: 'rootfs', texts: ['true'] },
    { text: 'attach: false', flag: 'attach', texts: ['false'] },
    { text: 'mount-like-target: true', flag: 'mount-like-target', texts: ['ro'] },
    { text: 'mount-like-target: rw', flag: 'mount-like-target', texts: ['rw'] },
    { text: 'mount-like-target: false', flag: 'mount-like-target', texts: [] },
    { text: 'cap-add: [NET_ADMIN, SYS_PTRACE]', flag: 'cap-add', texts: ['NET_ADMIN', 'SYS_PTRACE'] },
    { text: 'cap-add: NET_ADMIN', flag: 'cap-add', texts: ['NET_ADMIN'] },
    { text: 'cap-add: ["A,B"]', flag: 'cap-add', texts: ['"A,B"'] },
    { text: 'mask: ["a,b", c]', flag: 'mask', texts: ['a,b', 'c'] },
    {
      text: 'env: {A: "1,2", B: x=y, C: 3, D: true}',
      flag: 'env',
      texts: ['A=1,2', 'B=x=y', 'C=3', 'D=true'],
    },
    { text: 'env: {A: "x=1,y"}', flag: 'env', texts: ['"A=x=1,y"'] },
    { text: 'concurrency: 32', flag: 'concurrency', texts: ['32'] },
    { text: 'timeout: 90s', flag: 'timeout', texts: ['90s'] },
    { text: 'timeout: 0', flag: 'timeout', texts: ['0'] },
    { text: 'request-timeout: 10', flag: 'request-timeout', texts: ['10'] },
  ])('$text', ({ text, flag, texts }) => {
    expect(textsOf(text, flag)).toEqual(texts);
    expect(isOfSchema(parse(`defaults: {${text}}`)), JSON.stringify(isOfSchema.errors)).toBe(true);
  });
});

describe('a mistake', () => {
  it.each([
    ['imges: {}', 'imges is not a key that is known here; did you mean "images"?'],
    ['defaults: {imagee: x}', 'defaults.imagee is no flag of this program; did you mean "image"?'],
    ['defaults: {--image: x}', 'defaults.--image must be written without dashes; did you mean "image"?'],
    ['commands: {pods: {image: x}}', 'commands.pods.image is no flag of pods'],
    ['commands: {auditt: {}}', 'commands.auditt is no command of this program; did you mean "audit"?'],
    ['defaults: {namespace: x}', 'defaults.namespace belongs to the kubeconfig, not here'],
    ['defaults: {token: x}', 'defaults.token belongs to the kubeconfig, not here'],
    ['defaults: {pod: x}', 'defaults.pod is about one call, and has no default'],
    ['commands: {audit: {follow: x}}', 'commands.audit.follow is about one call, and has no default'],
    ['defaults: [image]', 'defaults is not a mapping'],
    ['defaults: {image: }', 'defaults.image has no value'],
    ['defaults: {image: [a]}', 'defaults.image is not a text'],
    ['defaults: {rm: "yes"}', 'defaults.rm is neither true nor false'],
    ['defaults: {timeout: 5}', 'defaults.timeout has no unit: write 5s or 5m'],
    ['defaults: {env: [A=1]}', 'defaults.env is not a mapping of names to values'],
    ['defaults: {env: {A: [1]}}', 'defaults.env.A is not a text'],
    ['defaults: {v: 1.5}', 'defaults.v is not a whole number'],
    ['rules: [{context: x}]', 'rules[0].context is not a key that is known here; did you mean "contexts"?'],
    [
      'rules: [{defaults: {imag: x}}]',
      'rules[0].defaults.imag is no flag of this program; did you mean "image"?',
    ],
    [
      'require: [reasn]',
      'require[0] is "reasn", which names no flag of this program; did you mean "reason"?',
    ],
    ['presets: {Net: {}}', 'presets.Net must be written with the letters a to z, digits and dashes'],
    ['presets: {net: {image: x}}', 'presets.net.image is not a key that is known here'],
    ['presets: {a: {flags: {preset: net}}}', 'presets.a.flags.preset cannot be part of a preset'],
    ['presets: {a: {command: []}}', 'presets.a.command is empty'],
    ['presets: {a: {command: ""}}', 'presets.a.command is empty'],
    ['presets: {a: {command: [[ls]]}}', 'presets.a.command[0] is not a text'],
    ['presets: {a: {command: {ls: x}}}', 'presets.a.command is not a text'],
    ['locked: [imgae]', 'locked[0] is "imgae", which names no flag of this program; did you mean "image"?'],
    ['[]', 'the file is not a mapping'],
  ])('in %s is named', (text, mistake) => {
    expect(mistakeIn(text)).toBe(mistake);
    if (!text.startsWith('require') && !text.startsWith('locked') && !/Net|preset: net/.test(text))
      expect(isOfSchema(parse(text)), 'the schema accepts it').toBe(false);
  });

  it.each([
    ['defaults: {profile: generl}', /^defaults\.profile cannot be "generl": use one of general, baseline/],
    ['defaults: {image-pull-policy: never}', /cannot be "never": use one of Always, IfNotPresent, Never/],
    ['defaults: {timeout: soon}', /^defaults\.timeout cannot be "soon": time: invalid duration/],
    ['images: {net: "Not An Image"}', /^images\.net is "Not An Image", which is no name of an image/],
    [
      'registries: {docker.io: "http://mirror"}',
      /^registries\.docker\.io is "http:\/\/mirror", which begins with no registry/,
    ],
  ])('in %s says what fits', (text, mistake) => {
    expect(mistakeIn(text)).toMatch(mistake);
  });

  it('is a lock in the file of a person', () => {
    expect(mistakeIn('locked: [image]', false)).toMatch(/^locked is only for a company's file/);
    expect(mistakeIn('locked: [image]', true)).toBe('none');
  });
});

it('reads every section, and the schema agrees', () => {
  const text = `
$schema: https://example.com/config.schema.json
defaults: {image: tools, quiet: true}
commands: {audit: {concurrency: 4}, pods: {output: wide}}
require: [quiet]
rules:
- contexts: [prod-*]
  namespaces: shop
  defaults: {profile: restricted}
  commands: {debug: {rm: true}}
  require: quiet
images: {tools: registry.corp/tools:1}
registries: {docker.io: mirror.corp/hub/}
presets: {mine: {description: my tools, flags: {image: tools, timeout: 20s}}}
locked: [image, registries]
`;
  const config = decode(text);
  expect(isOfSchema(parse(text)), JSON.stringify(isOfSchema.errors)).toBe(true);
  expect([...config.defaults.keys()]).toEqual(['image', 'quiet']);
  expect(config.commands.get('pods')?.get('output')?.value).toEqual(['wide']);
  expect(config.rules[0]).toMatchObject({ contexts: ['prod-*'], namespaces: ['shop'] });
  expect(config.rules[0]?.require.map(({ value }) => value)).toEqual(['quiet']);
  expect(config.images.get('tools')?.value).toBe('registry.corp/tools:1');
  expect(config.registries.get('docker.io')?.value).toBe('mirror.corp/hub');
  expect(config.presets.get('mine')?.value.description).toBe('my tools');
  expect(config.locked).toEqual(['image', 'registries']);
});

it.each([
  { text: '[jcmd, 1, help]', command: ['jcmd', '1', 'help'] },
  { text: 'ls "$1" | sort', command: ['sh', '-c', 'ls "$1" | sort', 'mine'] },
])('reads the command of a preset, word by word or as a script: $text', ({ text, command }) => {
  const file = `presets: {mine: {command: ${text}}}`;
  expect(decode(file).presets.get('mine')?.value.command).toEqual(command);
  expect(isOfSchema(parse(file)), JSON.stringify(isOfSchema.errors)).toBe(true);
});

it('takes an empty file for one that sets nothing', () => {
  expect(decode('')).toMatchObject({ rules: [], locked: [], require: [] });
});

it.each(COMMANDS.map(({ name }) => name))(
  'the schema knows every flag of %s that a file can set',
  (command) => {
    expect(isOfSchema(parse(`commands: {${command}: {}}`))).toBe(true);
    expect(isOfSchema(parse(`commands: {${command}: {nosuchflag: 1}}`))).toBe(false);
  },
);

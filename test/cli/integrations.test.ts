import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type AnySchema } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { debugCommand } from '../../integrations/headlamp/src/debug-command.ts';
import { COMMANDS, DEFAULT_COMMAND } from '../../src/commands/command-table.ts';
import { findCommand, parseCommandLine } from '../../src/flags/parse-command-line.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../../src/flags/tables/global-flags.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ALL_FLAGS = [...COMMANDS.flatMap(({ flags }) => flags), ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];

const readYaml = (file: string): unknown => parse(readFileSync(path.join(ROOT, file), 'utf8'));

/** Throws unless this program understands the words behind `kubectl dbg`; the name of the command. */
function understand(words: readonly string[]): string {
  const { command = DEFAULT_COMMAND, argv } = findCommand(COMMANDS, ALL_FLAGS, words);
  parseCommandLine([...command.flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS], argv);
  return command.name;
}

function faultsOf(schema: AnySchema, value: unknown): unknown {
  const validate = new Ajv({ strict: false }).compile(schema);
  return validate(value) ? [] : validate.errors;
}

const TEXT = { type: 'string', minLength: 1 };
const TEXTS = { type: 'array', items: TEXT };
const FLAG = { type: 'boolean' };

describe('the plugins of k9s', () => {
  interface Plugin {
    readonly shortCut: string;
    readonly scopes: readonly string[];
    readonly args: readonly string[];
    readonly dangerous?: boolean;
  }
  const file = readYaml('integrations/k9s/plugins.yaml') as { readonly plugins: Record<string, Plugin> };
  const plugins = Object.entries(file.plugins);

  it('have the fields that k9s knows', () => {
    const plugin = {
      type: 'object',
      additionalProperties: false,
      required: ['shortCut', 'description', 'scopes', 'command'],
      properties: {
        ...{ shortCut: { enum: ['B', 'D', 'E', 'V'].map((key) => `Shift-${key}`) }, description: TEXT },
        ...{ scopes: TEXTS, command: TEXT, args: TEXTS },
        ...{ background: FLAG, dangerous: FLAG },
      },
    };
    const schema = {
      type: 'object',
      additionalProperties: false,
      properties: { plugins: { type: 'object', additionalProperties: plugin } },
    };
    expect(faultsOf(schema, file)).toEqual([]);
  });

  it('have each key once in a view', () => {
    const keys = plugins.flatMap(([, { shortCut, scopes }]) => scopes.map((scope) => `${shortCut} ${scope}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(plugins)(
    '%s runs a command line that this program understands, in the context of k9s',
    (_, { args, dangerous }) => {
      const words = args[0] === 'dbg' ? args.slice(1) : args.slice(3);
      const command = understand(words.map((word) => word.replaceAll(/\$[A-Z]+/g, 'x')));
      expect(words).toContain('--context=$CONTEXT');
      expect(dangerous ?? false).toBe(command !== 'pods');
      // k9s replaces names in the script as well, where a shell would read them.
      if (args[0] !== 'dbg') expect(args[1]).not.toMatch(/\$[A-Z{]/);
    },
  );
});

describe('the tasks of VS Code', () => {
  interface Task {
    readonly label: string;
    readonly args: readonly string[];
  }
  const file = readYaml('integrations/vscode/tasks.json') as {
    readonly tasks: readonly Task[];
    readonly inputs: readonly { readonly id: string }[];
  };

  it('have the fields that VS Code knows, and no shell', () => {
    const task = {
      type: 'object',
      additionalProperties: false,
      required: ['label', 'type', 'command'],
      properties: {
        ...{
          label: TEXT,
          detail: TEXT,
          type: { const: 'process' },
          command: { const: 'kubectl' },
          args: TEXTS,
        },
        presentation: {
          type: 'object',
          properties: { panel: { enum: ['shared', 'dedicated', 'new'] }, focus: FLAG },
        },
        problemMatcher: TEXTS,
      },
    };
    const input = {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'type', 'description'],
      properties: { id: TEXT, type: { const: 'promptString' }, description: TEXT, default: TEXT },
    };
    const properties = {
      version: { const: '2.0.0' },
      tasks: { type: 'array', items: task },
      inputs: { type: 'array', items: input },
    };
    expect(faultsOf({ type: 'object', additionalProperties: false, properties }, file)).toEqual([]);
  });

  it.each(file.tasks)('$label: this program understands the command line', ({ args }) => {
    expect(args[0]).toBe('dbg');
    understand(args.slice(1).map((word) => word.replaceAll(/\$\{input:\w+\}/g, 'x')));
  });

  it('ask for each input that they use, and for no other', () => {
    const used = file.tasks.flatMap(({ args }) =>
      args.flatMap((word) => /\$\{input:(\w+)\}/.exec(word)?.[1] ?? []),
    );
    expect(new Set(file.inputs.map(({ id }) => id))).toEqual(new Set(used));
  });
});

describe('the command that Headlamp copies', () => {
  it.each([
    ['Pod', 'shop', 'prod', 'kubectl dbg web -n shop --context=prod -it'],
    ['Deployment', 'shop', 'main', 'kubectl dbg deployment/web -n shop -it'],
    ['Node', undefined, null, 'kubectl dbg node/web -it --rm'],
    ['Pod', 'shop', "it's; rm", "kubectl dbg web -n shop '--context=it'\\''s; rm' -it"],
  ])('for a %s in %s of %s', (kind, namespace, cluster, expected) => {
    const command = debugCommand({ kind, name: 'web', namespace }, cluster);
    expect(command).toBe(expected);
    expect(understand(expected.split(' ').slice(2))).toBe('debug');
  });

  it('is none for what cannot be debugged', () => {
    expect(debugCommand({ kind: 'ConfigMap', name: 'a', namespace: 'b' }, null)).toBeUndefined();
  });
});

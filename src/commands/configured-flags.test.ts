import { describe, expect, it } from 'vitest';
import { anIo } from '../../test/builders/an-io.ts';
import { flagValuesOf } from '../flags/flag-values.ts';
import type { CommandInput, Flag, FlagDefault } from '../flags/flag.ts';
import { parseCommandLine } from '../flags/parse-command-line.ts';
import { GLOBAL_FLAGS, PROGRAM_FLAGS } from '../flags/tables/global-flags.ts';
import { configurableFlags } from '../config/configurable-flags.ts';
import type { Io } from '../io.ts';
import { readAuditRequest } from './audit/audit-request.ts';
import { readResultsFlags } from './audit/audit-results.ts';
import { readCaptureRequest } from './capture/capture-request.ts';
import type { Command } from './command.ts';
import { COMMANDS, DEFAULT_COMMAND } from './command-table.ts';
import { readCopyJob, readCopyOptions } from './cp/cp-request.ts';
import { readKeeperFlags } from './cp/open/keeper-flags.ts';
import { readDebugCommand } from './debug/request/debug-command.ts';
import { readForwardRequest } from './forward/forward-request.ts';
import { readPodsRequest } from './pods/pods-request.ts';
import { readSnapshotRequest } from './snapshot/snapshot-request.ts';
import { readStopRequest } from './stop/stop-request.ts';

/** How a command reads its line, and a line that it accepts. */
interface Reading {
  readonly argv: readonly string[];
  readonly read: (io: Io, input: CommandInput) => unknown;
}

const READINGS: Readonly<Record<string, Reading>> = {
  debug: { argv: ['web-1', '--', 'ls'], read: readDebugCommand },
  audit: {
    argv: ['web-1', '--', 'ls'],
    read: async (io, input) => [await readAuditRequest(io, input), readResultsFlags(io, input.flags)],
  },
  pods: { argv: [], read: readPodsRequest },
  stop: { argv: ['web-1'], read: (_, input) => readStopRequest(input, false) },
  cp: {
    argv: ['web-1:/etc', 'there'],
    read: (io, input) => [readCopyJob(io, input), readCopyOptions(input.flags), readKeeperFlags(io, input)],
  },
  forward: { argv: ['web-1', ':db:80'], read: (io, input) => readForwardRequest(io, input, false) },
  snapshot: { argv: ['web-1'], read: (io, input) => readSnapshotRequest(io, input, false) },
  capture: { argv: ['web-1'], read: (io, input) => readCaptureRequest(io, input, false) },
};

/** A text that changes something, where the kind of the flag has no such text. */
const SAMPLES: Readonly<Record<string, string>> = {
  image: 'example/other:1',
  'image-pull-policy': 'Never',
  profile: 'restricted',
  address: '10.0.0.5',
  socks: '1080',
  'run-as-user': '7:8',
  'mount-like-target': 'rw',
  via: 'exec',
  'detach-keys': 'ctrl-a',
  'dry-run': 'client',
  output: 'name',
  shard: '1/3',
  'max-failures': '10%',
  'max-output': '7Ki',
  'max-total': '1Gi',
  'group-by': 'node',
  expect: 'text',
  'expect-exit': '3',
  'sort-by': '.metadata.name',
  color: 'always',
  'older-than': '1d',
  collect: '/etc/x',
  report: 'r.html',
  'cap-add': 'NET_RAW',
  'cap-drop': 'ALL',
  env: 'A=1',
  'set-image': 'app=x',
  then: 'delete',
  'max-file-size': '7Ki',
  'max-log-size': '7Ki',
  'max-size': '7Ki',
  custom: '/dev/null',
  record: 'r.cast',
  selector: 'app=web',
  'field-selector': 'spec.nodeName=n',
  'label-columns': 'app',
  file: '/etc/x',
  exclude: 'x*',
  'in-cluster': '4',
};

function sampleOf(flag: Flag): string {
  const own = SAMPLES[flag.name];
  if (own !== undefined) return own;
  switch (flag.kind) {
    case 'boolean':
      return flag.default === 'true' ? 'false' : 'true';
    case 'integer':
      return '3';
    case 'duration':
      return '7s';
    default:
      return 'sample';
  }
}

const withGlobal = (command: Command) => [...command.flags, ...GLOBAL_FLAGS, ...PROGRAM_FLAGS];
const CASES = Object.keys(READINGS).flatMap((name) => {
  const command = COMMANDS.find((each) => each.name === name) ?? DEFAULT_COMMAND;
  const own = configurableFlags(command).filter((flag) => command.flags.includes(flag));
  return own.map((flag) => ({ name, command, flag: flag.name, text: sampleOf(flag) }));
});

/** The result of a reading, or the words of its error; without what only repeats the line. */
async function outcomeOf(reading: Reading, input: CommandInput): Promise<unknown> {
  try {
    const value = await reading.read(anIo().io, input);
    return JSON.parse(JSON.stringify(value, (key, each: unknown) => (LINE.includes(key) ? undefined : each)));
  } catch (error) {
    return String(error);
  }
}

/** What repeats the line, a secret of each call, and what a default leaves open on purpose. */
const LINE = ['typedFlags', 'names', 'secret', 'adaptsProfile', 'isImageGiven', 'defaults', 'isTyped'];

/** Flags that need another one. As a default they wait for it; typed alone they are refused. */
const NEED_ANOTHER: readonly string[] = [
  'debug max-life',
  'debug record-input',
  'debug set-image',
  'debug replace',
  'debug same-node',
  'audit max-total',
  'audit in-cluster-image',
  'audit in-cluster-namespace',
  'audit service-account',
  'audit dry-run',
  'cp tail',
  'capture overwrite',
  'capture selector',
  'capture all-namespaces',
];

describe('a flag that the config sets is read like one that is typed', () => {
  it.each(CASES)('$name --$flag=$text', async ({ name, command, flag, text }) => {
    const reading = READINGS[name] ?? { argv: [], read: () => undefined };
    const flags = withGlobal(command);
    const plain = parseCommandLine(flags, reading.argv);
    const typed = parseCommandLine(flags, [`--${flag}=${text}`, ...reading.argv]);
    const origin = { kind: 'file', file: 'f', path: [] } as const;
    const defaults = new Map<string, FlagDefault>([[flag, { texts: [text], origin }]]);
    const configured = { ...plain, flags: flagValuesOf(flags, plain.texts, defaults) };
    const outcome = await outcomeOf(reading, typed);
    if (!NEED_ANOTHER.includes(`${name} ${flag}`)) {
      expect(await outcomeOf(reading, configured)).toEqual(outcome);
      return;
    }
    expect(outcome).toMatch(/^CliError/);
    expect(await outcomeOf(reading, configured)).toEqual(await outcomeOf(reading, plain));
  });
});

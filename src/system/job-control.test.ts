import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { jobControlOf } from './job-control.ts';

/** A process that records its signals. */
function aProcess(platform: NodeJS.Platform) {
  const record: string[] = [];
  const emitter = new EventEmitter();
  const heard = (name: string): string => (emitter.listenerCount(name) === 0 ? 'not heard' : 'heard');
  const process = Object.assign(emitter, {
    platform,
    pid: 7,
    kill: (pid: number, name: NodeJS.Signals) => {
      if (platform === 'win32') throw new TypeError(`Unknown signal: ${name}`);
      return record.push(`${name} to ${pid}, ${heard(name)}`);
    },
  });
  const jobs = jobControlOf(process, (name) => record.push(`ended as by ${name}`));
  return { jobs, record, process };
}

const systems = { posix: 'linux', windows: 'win32' } as const;

describe('the keys of a terminal', () => {
  it.each([
    { system: 'posix', key: 'SIGINT', isHeard: true, record: ['SIGINT to 0, heard'] },
    { system: 'posix', key: 'SIGTSTP', isHeard: true, record: ['SIGTSTP to 0, heard'] },
    { system: 'windows', key: 'SIGINT', isHeard: true, record: ['heard'] },
    { system: 'windows', key: 'SIGINT', isHeard: false, record: ['ended as by SIGINT'] },
    // Nothing can be stopped there: Ctrl-Z does nothing.
    { system: 'windows', key: 'SIGTSTP', isHeard: true, record: [] },
  ] as const)('for $key on $system, with a listener: $isHeard', ({ system, key, isHeard, record }) => {
    const made = aProcess(systems[system]);
    if (isHeard) made.process.on(key, () => made.record.push('heard'));
    made.jobs.signalForeground(key);
    expect(made.record).toEqual(record);
  });
});

describe('suspending', () => {
  it('is what the system does by default, and keeps the listeners for the next time', () => {
    const { jobs, record, process } = aProcess('linux');
    process.on('SIGTSTP', () => undefined);
    jobs.suspend();
    expect(record).toEqual(['SIGTSTP to 7, not heard']);
    expect(process.listenerCount('SIGTSTP')).toBe(1);
  });

  it('does nothing on Windows', () => {
    const { jobs, record } = aProcess('win32');
    jobs.suspend();
    expect(record).toEqual([]);
  });
});

it.each([
  { platform: 'linux', record: ['SIGHUP to 7, not heard'] },
  { platform: 'win32', record: ['ended as by SIGHUP'] },
] as const)('a lost terminal ends the process on $platform', ({ platform, record }) => {
  const made = aProcess(platform);
  made.process.on('SIGHUP', () => undefined);
  made.jobs.hangUp();
  expect(made.record).toEqual(record);
});

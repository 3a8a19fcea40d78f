import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { jobControlOf } from './job-control.ts';

/** A process that keeps a diary. */
function aProcess(platform: NodeJS.Platform) {
  const diary: string[] = [];
  const emitter = new EventEmitter();
  const heard = (name: string): string => (emitter.listenerCount(name) === 0 ? 'nobody' : 'somebody');
  const process = Object.assign(emitter, {
    platform,
    pid: 7,
    kill: (pid: number, name: NodeJS.Signals) => {
      if (platform === 'win32') throw new TypeError(`Unknown signal: ${name}`);
      return diary.push(`${name} to ${pid}, heard by ${heard(name)}`);
    },
  });
  const jobs = jobControlOf(process, (name) => diary.push(`ended as by ${name}`));
  return { jobs, diary, process };
}

const systems = { posix: 'linux', windows: 'win32' } as const;

describe('the keys of a terminal', () => {
  it.each([
    { system: 'posix', key: 'SIGINT', isHeard: true, diary: ['SIGINT to 0, heard by somebody'] },
    { system: 'posix', key: 'SIGTSTP', isHeard: true, diary: ['SIGTSTP to 0, heard by somebody'] },
    { system: 'windows', key: 'SIGINT', isHeard: true, diary: ['heard'] },
    { system: 'windows', key: 'SIGINT', isHeard: false, diary: ['ended as by SIGINT'] },
    // Nothing can be stopped there: Ctrl-Z does nothing.
    { system: 'windows', key: 'SIGTSTP', isHeard: true, diary: [] },
  ] as const)('for $key on $system, where somebody listens: $isHeard', ({ system, key, isHeard, diary }) => {
    const made = aProcess(systems[system]);
    if (isHeard) made.process.on(key, () => made.diary.push('heard'));
    made.jobs.signalForeground(key);
    expect(made.diary).toEqual(diary);
  });
});

describe('suspending', () => {
  it('is what the system does by default, and keeps the listeners for the next time', () => {
    const { jobs, diary, process } = aProcess('linux');
    process.on('SIGTSTP', () => undefined);
    jobs.suspend();
    expect(diary).toEqual(['SIGTSTP to 7, heard by nobody']);
    expect(process.listenerCount('SIGTSTP')).toBe(1);
  });

  it('does nothing on Windows', () => {
    const { jobs, diary } = aProcess('win32');
    jobs.suspend();
    expect(diary).toEqual([]);
  });
});

it.each([
  { platform: 'linux', diary: ['SIGHUP to 7, heard by nobody'] },
  { platform: 'win32', diary: ['ended as by SIGHUP'] },
] as const)('a lost terminal ends the process on $platform', ({ platform, diary }) => {
  const made = aProcess(platform);
  made.process.on('SIGHUP', () => undefined);
  made.jobs.hangUp();
  expect(made.diary).toEqual(diary);
});

import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { hearEndingSignals } from './ending-signals.ts';

function listen() {
  const process = new EventEmitter() as EventEmitter & Pick<NodeJS.Process, 'on' | 'off'>;
  const ended: string[] = [];
  const signals = hearEndingSignals(process, (name) => ended.push(name));
  const send = (name: string): void => {
    process.emit(name, name);
  };
  return { ...signals, process, ended, send };
}

describe('hearEndingSignals', () => {
  it('leaves signals to the system while nobody hears them', () => {
    const { process, onSignal, hasCome } = listen();
    const stop = onSignal('SIGINT', () => undefined);
    expect(process.eventNames()).toEqual(['SIGINT']);
    stop();
    expect(process.eventNames()).toEqual([]);
    expect(hasCome()).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'ends at once by a %s behind a signal that was heard',
    (second) => {
      const { onSignal, send, ended, hasCome } = listen();
      const stop = onSignal('SIGTERM', () => stop());
      send('SIGTERM');
      expect(ended).toEqual([]);
      expect(hasCome()).toBe(true);
      send(second);
      expect(ended).toEqual([second]);
    },
  );

  it('leaves the second one to who hears it, and ends by the third one', () => {
    const { onSignal, send, ended } = listen();
    const heard: string[] = [];
    const stop = onSignal('SIGINT', () => {
      heard.push('first');
      stop();
      const stopSecond = onSignal('SIGINT', () => {
        heard.push('second');
        stopSecond();
      });
    });
    send('SIGINT');
    send('SIGINT');
    expect(heard).toEqual(['first', 'second']);
    expect(ended).toEqual([]);
    send('SIGINT');
    expect(ended).toEqual(['SIGINT']);
  });

  it('hears other signals as they come', () => {
    const { onSignal, send, ended, process } = listen();
    let count = 0;
    const stop = onSignal('SIGTSTP', () => (count += 1));
    send('SIGTSTP');
    send('SIGTSTP');
    stop();
    expect({ count, ended, names: process.eventNames() }).toEqual({ count: 2, ended: [], names: [] });
  });
});

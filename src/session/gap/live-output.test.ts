import { describe, expect, it } from 'vitest';
import { makeLiveOutput } from './live-output.ts';

function aScreen({ isTerminal = true } = {}) {
  let text = '';
  let isFullScreen = false;
  const output = {
    write: (_channel: string, bytes: Buffer) => void (text += bytes.toString()),
    flush: () => Promise.resolve(),
  };
  const live = makeLiveOutput({ output, isTerminal, isFullScreen: () => isFullScreen });
  return {
    live,
    shown: () => text,
    print: (bytes: string) => live.accept('stdout', Buffer.from(bytes)),
    show: (missed: string) => live.release({ stdout: Buffer.from(missed), stderr: Buffer.alloc(0) }),
    setFullScreen: (is: boolean) => (isFullScreen = is),
  };
}

describe('makeLiveOutput', () => {
  it('shows all at once, and what came before once above the prompt', () => {
    const { print, show, shown } = aScreen();
    print('greeting\r\n');
    print('/ ');
    print('# ');
    expect(shown()).toBe('greeting\r\n/ # ');
    show('motd\r\n');
    print('ls');
    show('motd\r\n');
    expect(shown()).toBe('greeting\r\n/ # \r\u001b[Jmotd\r\n/ # ls');
  });

  it('shows nothing of that below a command, nor behind the end of the shell', () => {
    const { print, show, shown } = aScreen();
    print('/ # ');
    print('exit\r\n');
    show('motd\r\n/ # ');
    expect(shown()).toBe('/ # exit\r\n');
    print('/ # ');
    expect(shown()).toBe('/ # exit\r\n/ # \r\u001b[Jmotd\r\n/ # ');
  });

  it.each(['line 7 of many\r', 'line 7', '\u001b[1mline'])(
    'shows nothing of that amid the output of a command that stops at %j',
    (unfinished) => {
      const { print, show, shown } = aScreen();
      print('\r\u001b[J/ # ');
      print('count\r\n');
      print(unfinished);
      show('motd\r\n/ # ');
      print('\n');
      expect(shown()).toBe(`\r\u001b[J/ # count\r\n${unfinished}\n`);
      print('/tmp # ');
      expect(shown().endsWith('\n/tmp # \r\u001b[Jmotd\r\n/tmp # ')).toBe(true);
    },
  );

  it('shows it above the prompt also if a greeting came in pieces', () => {
    const { print, show, shown } = aScreen();
    print('Loading');
    show('motd\r\n');
    print(' done\r\n/ # ');
    expect(shown()).toBe('Loading\r\u001b[Jmotd\r\nLoading done\r\n/ # ');
    const late = aScreen();
    late.print('Loading');
    late.print(' done\r\n');
    late.show('motd\r\n');
    late.print('/ # ');
    expect(late.shown()).toBe('Loading done\r\n/ # \r\u001b[Jmotd\r\n/ # ');
  });

  it.each([
    { label: 'nothing else came', came: '' },
    { label: 'what came are whole lines, of a program that has no prompt', came: 'GET /\r\n' },
  ])('shows all of it when $label', ({ came }) => {
    const { print, show, shown } = aScreen();
    print(came);
    show('motd\r\nname: ');
    expect(shown()).toBe(`${came}motd\r\nname: `);
  });

  it('leaves out the prompt that was drawn anew', () => {
    const { print, show, shown } = aScreen();
    print('\r# ');
    show('# ');
    expect(shown()).toBe('\r# ');
  });

  it('waits until a full-screen program has gone', () => {
    const { print, show, shown, setFullScreen } = aScreen();
    setFullScreen(true);
    print('editor');
    show('motd\r\n');
    expect(shown()).toBe('editor');
    setFullScreen(false);
    print('\r\n# ');
    expect(shown()).toBe('editor\r\n# \r\u001b[Jmotd\r\n# ');
  });

  it('writes no control sequences where there is no terminal', () => {
    const { show, shown } = aScreen({ isTerminal: false });
    show('motd\r\nend');
    expect(shown()).toBe('motd\r\nend');
  });

  it('keeps nothing once it is known what came before', () => {
    const { live, print, show } = aScreen();
    print('one\n');
    expect(live.heldBytes()).toBe(4);
    show('');
    print('two\n');
    expect(live.heldBytes()).toBe(0);
  });
});

import { expect, it } from 'vitest';
import { judgeWords } from './judge-words.ts';

it.each([
  ["nc: can't connect to remote host (127.0.0.1): Connection refused", 'refused'],
  ['nc: 127.0.0.1 (127.0.0.1:1): Connection refused', 'refused'],
  ['2026/01/01 00:00:00 socat[7] E connect(5, AF=2 10.0.0.1:1, 16): No route to host', 'unreachable'],
  [
    '2026/01/01 00:00:00 socat[7] E getaddrinfo("nosuch", "NULL", {1,0,1,6}, {}): Name or service not known',
    'unknown-host',
  ],
  ["nc: bad address 'nosuch.host'", 'unknown-host'],
  ['Ncat: Could not resolve hostname "nosuch": Name or service not known. QUITTING.', 'unknown-host'],
  ['name not known: Temporary failure in name resolution', 'unknown-host'],
  ['nc: getaddrinfo for host "nosuch" port 1: Name does not resolve', 'unknown-host'],
  ['Ncat: TIMEOUT.', 'timeout'],
  ['nc: timed out', 'timeout'],
  ['nc: connect to 10.0.0.1 port 1 (tcp) failed: Operation timed out', 'timeout'],
  ['nc: net read: Connection reset by peer', 'reset'],
  ['Ncat: Network is unreachable.', 'unreachable'],
  ['nc: connect: Operation not permitted', 'denied'],
])('reads %j as %s', (line, reason) => {
  expect(judgeWords(['Ncat: Version 7.93 ( https://nmap.org/ncat )', line, 'sent 0, rcvd 0'], 1).reason).toBe(
    reason,
  );
});

it('shows the last words where it knows none of them, and makes them printable', () => {
  expect(judgeWords(['first', 'strange \u001b[31mthing', ''], 1)).toEqual({
    reason: 'other',
    why: 'strange ^[[31mthing',
  });
});

it('shows the exit code of a program that says nothing', () => {
  expect(judgeWords([], 3).why).toBe('its program ended with exit code 3');
});

import { describe, expect, it } from 'vitest';
import { cgroupLines } from './cgroup.ts';
import { readMounts } from './mounts.ts';
import { readOpenFiles } from './open-files.ts';
import { orderAsTree, processRows } from './process-tree.ts';
import { readProcess, type Process } from './process.ts';
import { sizeWords } from './size-words.ts';
import { countStates, readAddress, readSockets } from './sockets.ts';

const STAT_TAIL =
  'S 1 7 7 0 -1 4194560 124 0 0 0 150 50 0 0 20 0 3 0 12345 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17';
const status = (name: string) =>
  `Name:\t${name}\nUmask:\t0022\nState:\tS (sleeping)\nPPid:\t1\nUid:\t1000\t1001\t1000\t1000\nVmRSS:\t    2048 kB\nThreads:\t3\n`;

describe('readProcess', () => {
  it('reads the files of a process, one after the other', () => {
    const text = `${status('app')}0::/../cri-containerd-abc.scope\n7 (app) ${STAT_TAIL}\n/app\0--x\0`;
    expect(readProcess(7, text)).toEqual({
      pid: 7,
      parentPid: 1,
      state: 'S',
      name: 'app',
      uid: '1001',
      rssKib: 2048,
      threads: 3,
      startedAtSeconds: 123.45,
      cpuSeconds: 2,
      commandLine: ['/app', '--x'],
      cgroup: '0::/../cri-containerd-abc.scope\n',
    });
  });

  it('knows the lines of cgroup v1 from those of the status', () => {
    const text = `${status('app')}9:name=systemd:/k8s.io/abc\n8:pids:/k8s.io/abc\n7 (app) ${STAT_TAIL}\n`;
    expect(readProcess(7, text)?.cgroup).toBe('9:name=systemd:/k8s.io/abc\n8:pids:/k8s.io/abc\n');
  });

  it('is not misled by the name of a program', () => {
    const text = `${status('a) S 1')}0::/x\n7 (a) S 1\n) ${STAT_TAIL}\n/app\0`;
    expect(readProcess(7, text)).toMatchObject({ startedAtSeconds: 123.45, commandLine: ['/app'] });
  });

  it('has nothing of a process that has ended', () => {
    expect(readProcess(7, '')).toBeUndefined();
  });
});

const aProcess = (pid: number, parentPid: number, more: Partial<Process> = {}): Process => ({
  pid,
  parentPid,
  state: 'S',
  name: `p${pid}`,
  uid: '0',
  rssKib: 1024,
  threads: 1,
  startedAtSeconds: 100,
  cpuSeconds: 1.25,
  commandLine: [],
  cgroup: '',
  ...more,
});

describe('the tree of processes', () => {
  it('has each process below its parent, and those without one at the top', () => {
    const rows = orderAsTree([
      aProcess(30, 2),
      aProcess(1, 0),
      aProcess(2, 1),
      aProcess(9, 77),
      aProcess(3, 1),
    ]);
    expect(rows.map(({ process, depth }) => `${process.pid}@${depth}`)).toEqual([
      '1@0',
      '2@1',
      '30@2',
      '3@1',
      '9@0',
    ]);
  });

  it('ends for processes that are their own parents', () => {
    expect(orderAsTree([aProcess(5, 5)]).length).toBe(1);
  });

  it('masks command lines, and shows a script on one line', () => {
    const [row] = processRows([aProcess(1, 0, { commandLine: ['sh', '-c', 'a\nb', '--token', 'x'] })], {
      uptimeSeconds: 160,
      containerOf: () => 'app',
      maskWords: (words) => words.map((word) => (word === 'x' ? '<masked>' : word)),
    });
    expect(row).toEqual([
      '1',
      '0',
      '0',
      'app',
      'S',
      '1 MiB',
      '1',
      '60s',
      '1.3s',
      'sh -c a b --token <masked>',
    ]);
  });
});

describe('readAddress', () => {
  it.each([
    { text: '0100007F:1F90', expected: '127.0.0.1:8080' },
    { text: '7F000001:1F90', isBigEndian: true, expected: '127.0.0.1:8080' },
    { text: '00000000000000000000000000000000:0050', expected: '[::]:80' },
    { text: '00000000000000000000000001000000:0050', expected: '[::1]:80' },
    { text: '0000000000000000FFFF00000100007F:0050', expected: '[::ffff:127.0.0.1]:80' },
    { text: 'B80D0120000000000000000001000000:01BB', expected: '[2001:db8::1]:443' },
  ])('reads $text as $expected', ({ text, isBigEndian = false, expected }) => {
    expect(readAddress(text, isBigEndian)).toBe(expected);
  });
});

describe('readSockets', () => {
  const TCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:1F90 00000000:0000 0A 00000000:00000005 00:00000000 00000000  1000        0 4242 1 0000 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000010:00000000 00:00000000 00000000     0        0 4243 1 0000 100 0 0 10 0
   2: 0100007F:1F9`;

  it('reads listeners and connections, and leaves out a line that was cut off', () => {
    const sockets = readSockets('tcp', TCP, false);
    expect(sockets).toEqual([
      {
        protocol: 'tcp',
        state: 'LISTEN',
        local: '0.0.0.0:8080',
        remote: '',
        queues: { send: 0, receive: 5 },
        uid: '1000',
        inode: '4242',
      },
      {
        protocol: 'tcp',
        state: 'ESTABLISHED',
        local: '127.0.0.1:8080',
        remote: '127.0.0.1:50000',
        queues: { send: 16, receive: 0 },
        uid: '0',
        inode: '4243',
      },
    ]);
    expect(countStates(sockets)).toEqual([
      ['tcp LISTEN', 1],
      ['tcp ESTABLISHED', 1],
    ]);
  });

  it('reads Unix sockets with blanks in their paths', () => {
    const text = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 99 /run/a b.sock
0000000000000000: 00000003 00000000 00000000 0001 03 100`;
    expect(readSockets('unix', text, false)).toMatchObject([
      { state: 'LISTEN', local: '/run/a b.sock', inode: '99' },
      { state: 'CONNECTED', local: '', inode: '100' },
    ]);
  });
});

it('reads mounts with optional fields, and paths with blanks', () => {
  const text = `36 35 98:0 /mnt1 /mnt\\0402 rw,noatime master:1 propagate_from:2 - ext3 /dev/root rw,errors=continue
nonsense
37 35 0:5 / /proc ro - proc proc ro`;
  expect(readMounts(text)).toEqual([
    { place: '/mnt 2', type: 'ext3', source: '/dev/root[/mnt1]', options: 'rw,noatime,errors=continue' },
    { place: '/proc', type: 'proc', source: 'proc', options: 'ro' },
  ]);
});

it('counts open files by kind', () => {
  const line = (fd: number, target: string) =>
    `lrwx------    1 root     root            64 Nov 22 20:00 ${fd} -> ${target}`;
  const text = [
    'total 0',
    line(0, '/dev/null'),
    line(1, 'pipe:[5]'),
    line(3, 'socket:[42]'),
    line(4, 'anon_inode:[eventpoll]'),
    line(5, '/tmp/x -> y (deleted)'),
    line(6, '/data/f'),
  ].join('\n');
  expect(readOpenFiles(7, text)).toEqual({
    pid: 7,
    count: 6,
    kinds: [
      ['device', 1],
      ['pipe', 1],
      ['socket', 1],
      ['eventpoll', 1],
      ['deleted file', 1],
      ['file', 1],
    ],
    sockets: ['42'],
    deleted: ['/tmp/x -> y (deleted)'],
  });
  expect(readOpenFiles(7, '')).toBeUndefined();
});

describe('cgroupLines', () => {
  it('tells of version 2', () => {
    const files = new Map([
      ['memory.current', '52428800\n'],
      ['memory.max', '67108864\n'],
      ['memory.peak', '67108864\n'],
      ['memory.stat', 'anon 1\ninactive_file 20971520\n'],
      ['memory.events', 'low 0\nmax 7\noom 2\noom_kill 1\n'],
      ['cpu.max', '20000 100000\n'],
      ['cpu.stat', 'usage_usec 2500000\nnr_periods 200\nnr_throttled 50\n'],
      ['pids.current', '7\n'],
      ['pids.max', 'max\n'],
      ['memory.pressure', 'some avg10=1.50 avg60=0.00 avg300=0.00 total=0\n'],
    ]);
    expect(cgroupLines(files)).toEqual([
      'memory: 50 MiB, of 64 MiB (78%), working set 30 MiB, peak 64 MiB',
      'memory: limit reached 7 times, 1 processes killed for it (OOM)',
      'cpu: 2.5 s used, limit 0.2 CPUs',
      'cpu: throttled in 50 of 200 periods (25%)',
      'processes and threads: 7, no limit',
      'pressure in the last 10 s: memory 1.50%',
    ]);
  });

  it('tells of version 1 without limits', () => {
    const files = new Map([
      ['memory/memory.usage_in_bytes', '1048576\n'],
      ['memory/memory.limit_in_bytes', '9223372036854771712\n'],
      ['cpuacct/cpuacct.usage', '1500000000\n'],
      ['cpu/cpu.cfs_quota_us', '-1\n'],
      ['cpu/cpu.cfs_period_us', '100000\n'],
    ]);
    expect(cgroupLines(files)).toEqual(['memory: 1 MiB, no limit', 'cpu: 1.5 s used, no limit']);
  });

  it('says nothing where nothing could be read', () => {
    expect(cgroupLines(new Map())).toEqual([]);
  });
});

it.each([
  { bytes: 0, text: '0 B' },
  { bytes: 1536, text: '1.5 KiB' },
  { bytes: 10 * 1024 ** 2, text: '10 MiB' },
])('writes $bytes as $text', ({ bytes, text }) => {
  expect(sizeWords(bytes)).toBe(text);
});

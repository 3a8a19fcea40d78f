import { DEMO_IMAGE } from './demo-pods.ts';

/** A command of the demo. */
export interface Step {
  readonly say: string;
  readonly args: readonly string[];
  /** Written to stdin, which is then closed; without it the command has our stdin. */
  readonly input?: string;
  readonly expectedCode: number;
  /** It changes a file of a container, which must not be one of this machine. */
  readonly needsConfinement?: true;
}

/** The steps of the demo, for a person without a terminal. */
export const WALK: readonly Step[] = [
  { say: 'The pods, with sidecars counted:', args: ['pods'], expectedCode: 0 },
  {
    say: 'web-1 has no shell. A debug container sees its processes; its output and exit code are the command’s:',
    args: ['web-1', '-q', '--', 'sh', '-c', 'tr "\\0" " " </proc/1/cmdline; echo; exit 7'],
    expectedCode: 7,
  },
  {
    say: 'A debug container that waits for a name, started and left alone:',
    args: [
      'web-2',
      `--image=${DEMO_IMAGE}`,
      '-c',
      'greeter',
      '-i',
      '--attach=false',
      '--',
      'sh',
      '-c',
      'read name; echo "hello $name"; exit 3',
    ],
    expectedCode: 0,
  },
  {
    say: 'Back into it, with the name on stdin:',
    args: ['attach', 'web-2', '-c', 'greeter'],
    input: 'world\n',
    expectedCode: 3,
  },
  {
    say: 'worker-1 crashes. Why?',
    args: ['pods', '--explain', 'worker-1'],
    expectedCode: 0,
  },
  {
    say: 'Somebody changes a file of web-3 by hand. The image of the app has no sed; --rootfs brings one:',
    args: ['web-3', '--rootfs', '-q', '--', 'sed', '-i', 's/info/debug/', '/etc/app.conf'],
    expectedCode: 0,
    needsConfinement: true,
  },
  {
    say: 'Who was in web-3?',
    args: ['pods', '--debugged', '--all', 'web-3'],
    expectedCode: 0,
    needsConfinement: true,
  },
  {
    say: 'Which replica differs? One command in all of them; equal answers are shown once:',
    args: ['audit', '-l', 'app=web', '--yes', '-q', '--rootfs', '--', 'cat', '/etc/app.conf'],
    expectedCode: 0,
    needsConfinement: true,
  },
];

/** The last step, for a person with a terminal. */
export const SHELL: Step = {
  say: 'Now a live shell in web-1. Its network is that of this machine, where the app answers no port; try what needs none:\nps, ls /c/app/, cat /c/app/etc/app.conf; leave with: exit',
  args: ['web-1'],
  expectedCode: 0,
};

/** Where to go on. */
export const FAREWELL =
  'The small cluster ends here. In your own: kubectl dbg POD, once it is installed (README.md, Install).\nWhat to type when an app fails: README.md. All guides: docs/README.md, or kubectl dbg help topics.';

/** The keys that are typed once the terminal shows `after`. */
interface Typed {
  readonly after: string;
  readonly keys: string;
}

/** What one picture shows. */
export interface Scene {
  /** Of its files in docs/pictures. */
  readonly name: string;
  readonly title: string;
  /** Calls of the program that the picture does not show. */
  readonly before: readonly (readonly string[])[];
  readonly typed: readonly Typed[];
}

export const LOCAL_PROMPT = '$ ';
const REMOTE_PROMPT = '/ # ';

/** The pictures of the README; their pods are those of the demo. */
export const SCENES: readonly Scene[] = [
  {
    name: 'session',
    title: 'A shell beside an app whose image has none',
    before: [],
    typed: [
      { after: LOCAL_PROMPT, keys: 'kubectl dbg web-1\r' },
      { after: REMOTE_PROMPT, keys: 'ps 1\r' },
      { after: REMOTE_PROMPT, keys: 'ls /proc/1/root/\r' },
      { after: REMOTE_PROMPT, keys: 'cat /proc/1/root/etc/app.conf\r' },
      { after: REMOTE_PROMPT, keys: 'exit\r' },
    ],
  },
  {
    name: 'report',
    title: 'Which replica differs?',
    before: [['web-3', '--rootfs', '-q', '--', 'sed', '-i', 's/info/debug/', '/etc/app.conf']],
    typed: [
      { after: LOCAL_PROMPT, keys: 'kubectl dbg audit -l app=web --rootfs -- cat /etc/app.conf\r' },
      { after: 'Begin?', keys: 'y' },
    ],
  },
];

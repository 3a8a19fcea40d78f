import { MASK } from '../../cluster/requests/masked-headers.ts';
import { maskText } from './mask-text.ts';
import { isSecretName } from './secret-name.ts';

/** Flags of well-known programs whose value is a secret, although their names do not say so. */
const FLAGS_OF: Readonly<Record<string, { readonly next?: readonly string[]; readonly joined?: string }>> = {
  mysql: { joined: '-p' },
  mysqldump: { joined: '-p' },
  mysqladmin: { joined: '-p' },
  mariadb: { joined: '-p' },
  mongo: { next: ['-p'] },
  mongosh: { next: ['-p'] },
  'redis-cli': { next: ['-a'] },
  sshpass: { next: ['-p'], joined: '-p' },
  curl: { next: ['-u', '--user', '-U', '--proxy-user'] },
  ldapsearch: { next: ['-w'] },
  sqlcmd: { next: ['-P'] },
};

function programOf(words: readonly string[]): string {
  return (words[0] ?? '').replace(/^.*\//s, '');
}

function isFlagOfSecret(word: string): boolean {
  return /^--?[A-Za-z]/.test(word) && !word.includes('=') && isSecretName(word);
}

/** Whether a word is a short flag and its value. */
function isJoined(word: string, flag: string): boolean {
  return flag !== '' && word.length > flag.length && word.startsWith(flag) && !word.startsWith('--');
}

function maskWord(word: string, previous: string, program: string): string {
  const { next = [], joined = '' } = FLAGS_OF[program] ?? {};
  if (next.includes(previous) || (isFlagOfSecret(previous) && !word.startsWith('-'))) return MASK;
  return isJoined(word, joined) ? joined + MASK : maskAssignment(word);
}

/** All after the `=` belongs to the value, whatever characters it has. */
function maskAssignment(word: string): string {
  const [, key] = /^([\w.-]+)=/.exec(word) ?? [];
  return key !== undefined && isSecretName(key) ? `${key}=${MASK}` : maskText(word);
}

/** Masks what looks like a secret in the words of a command. */
export function maskWords(words: readonly string[]): readonly string[] {
  const program = programOf(words);
  return words.map((word, index) => maskWord(word, words[index - 1] ?? '', program));
}

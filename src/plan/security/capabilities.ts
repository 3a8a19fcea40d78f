import { CliError } from '../../errors/cli-error.ts';

/** See capabilities(7). A runtime refuses other names, but only after the container was added and cannot be removed. */
const CAPABILITIES = [
  'ALL',
  'AUDIT_CONTROL',
  'AUDIT_READ',
  'AUDIT_WRITE',
  'BLOCK_SUSPEND',
  'BPF',
  'CHECKPOINT_RESTORE',
  'CHOWN',
  'DAC_OVERRIDE',
  'DAC_READ_SEARCH',
  'FOWNER',
  'FSETID',
  'IPC_LOCK',
  'IPC_OWNER',
  'KILL',
  'LEASE',
  'LINUX_IMMUTABLE',
  'MAC_ADMIN',
  'MAC_OVERRIDE',
  'MKNOD',
  'NET_ADMIN',
  'NET_BIND_SERVICE',
  'NET_BROADCAST',
  'NET_RAW',
  'PERFMON',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYSLOG',
  'SYS_ADMIN',
  'SYS_BOOT',
  'SYS_CHROOT',
  'SYS_MODULE',
  'SYS_NICE',
  'SYS_PACCT',
  'SYS_PTRACE',
  'SYS_RAWIO',
  'SYS_RESOURCE',
  'SYS_TIME',
  'SYS_TTY_CONFIG',
  'WAKE_ALARM',
];

/** Reads `--cap-add` or `--cap-drop`, in any letter case and with or without `CAP_`. Throws `usage`. */
export function parseCapabilities(flag: string, texts: readonly string[]): readonly string[] {
  return texts.map((text) => {
    const name = text.trim().toUpperCase().replace(/^CAP_/, '');
    if (CAPABILITIES.includes(name)) return name;
    throw new CliError('usage', `--${flag}: "${text}" is not a Linux capability`, {
      hint: `for example --${flag}=NET_ADMIN, SYS_PTRACE or ALL; capabilities(7) lists them`,
    });
  });
}

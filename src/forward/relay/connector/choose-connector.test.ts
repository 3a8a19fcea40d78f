import { expect, it } from 'vitest';
import { chooseConnector } from './choose-connector.ts';

const BUSYBOX = 'BusyBox v1.37.0 (2025-01-01 00:00:00 UTC) multi-call binary.\n\n';
const HELP = {
  busybox: `nc: unrecognized option 'h'\n${BUSYBOX}Usage: nc [OPTIONS] HOST PORT  - connect\nnc [OPTIONS] -l -p PORT`,
  small: `${BUSYBOX}Usage: nc [-iN] [-wN] [-l] [-p PORT] [-f FILE|IPADDR PORT] [-e PROG]`,
  openbsd: 'OpenBSD netcat (Debian patchlevel 1.219-1)\nusage: nc [-46CDdFhklNnrStUuvZz] [-I length]',
  oldOpenbsd: 'usage: nc [-46DdhklnrStUuvzC] [-i interval] [-P proxy_username]',
  nmap: 'Ncat 7.93 ( https://nmap.org/ncat )\nUsage: ncat [options] [hostname] [port]',
  traditional: '[v1.10-47]\nconnect to somewhere:\tnc [-options] hostname port[s] [ports] ...',
};

it.each([
  { label: 'socat before all others', names: ['nc', 'perl', 'ncat', 'socat'], help: '', chosen: 'socat' },
  { label: 'ncat before perl', names: ['perl', 'ncat'], help: '', chosen: 'ncat' },
  {
    label: 'perl before the nc of busybox',
    names: ['nc', 'perl'],
    help: HELP.busybox,
    chosen: 'perl',
  },
  { label: 'the nc of busybox', names: ['nc'], help: HELP.busybox, chosen: 'nc of busybox' },
  { label: 'the small nc of busybox', names: ['nc'], help: HELP.small, chosen: 'small nc of busybox' },
  { label: 'the nc of OpenBSD', names: ['nc'], help: HELP.openbsd, chosen: 'nc of OpenBSD' },
  { label: 'the nc of nmap', names: ['nc'], help: HELP.nmap, chosen: 'nc of nmap' },
  {
    label: 'no nc that never passes the end on',
    names: ['nc'],
    help: HELP.traditional,
    chosen: undefined,
  },
  { label: 'no nc of OpenBSD without -N', names: ['nc'], help: HELP.oldOpenbsd, chosen: undefined },
  { label: 'nothing in an image with nothing', names: [], help: HELP.busybox, chosen: undefined },
])('chooses $label', ({ names, help, chosen }) => {
  expect(chooseConnector({ names, help })?.name).toBe(chosen);
});

/** A program that connects its stdin and stdout to a port. */
export interface Connector {
  /** Of a program, or of one of the programs named `nc`. */
  readonly name: string;
  /**
   * Shell text with `$host` and `$port`; `$host` is a name or an address without brackets. One that closes its stdout replaces its
   * shell, which would keep stdout open.
   */
  readonly command: string;
  /**
   * What it does when the other side has sent its last byte: `closes` its stdout and goes on with our input; `exits`, so that the
   * rest of our input is lost; `stays` without a sign until our input has ended too.
   */
  readonly atEnd: 'closes' | 'exits' | 'stays';
  /** What it says on stderr once it is connected. Absent if it says nothing. */
  readonly connected?: RegExp;
}

/** How long a connector may take to connect, in seconds: Linux asks again after 1, 3 and 7 s, and then only after 15. */
export const CONNECT_SECONDS = 10;

/** Kept for as long as the other direction is open. */
const SOCAT_SECONDS = 10_000_000;

/**
 * Connects, with no module that is not part of perl itself; Debian's and Ubuntu's images have perl, but no netcat. Tries each
 * address of a name.
 */
const PERL = String.raw`use Socket qw(:all);
my($h,$p)=@ARGV;
my($e,@r)=getaddrinfo($h,$p,{socktype=>SOCK_STREAM});
if($e){print STDERR "name not known: $e\n";exit 1}
my $w="";
for(@r){socket($s,$_->{family},SOCK_STREAM,0) or next;
local $SIG{ALRM}=sub{print STDERR "timed out\n";exit 1};
alarm ${CONNECT_SECONDS};
if(connect($s,$_->{addr})){$o=1;last}
$w=$!}
if(!$o){print STDERR "$w\n";exit 1}
alarm 0;$SIG{PIPE}="IGNORE";
print STDERR "connected\n";
my $k=fork;
if($k){close STDOUT;while(($n=sysread(STDIN,$b,65536))){last if !put($s)}shutdown($s,1);waitpid $k,0;exit 0}
close STDIN;while(($n=sysread($s,$b,65536))){last if !put(*STDOUT)}
print STDERR "$!\n" if !defined $n;
close STDOUT;exit 0;
sub put{my $f=shift;my $d=0;while($d<$n){my $m=syswrite($f,$b,$n-$d,$d);return 0 if !$m;$d+=$m}1}`;

/** In the order to prefer them. */
export const CONNECTORS: readonly Connector[] = [
  {
    name: 'socat',
    command: `case $host in *:*) host="[$host]" ;; esac
exec socat -d -d -t ${SOCAT_SECONDS} STDIO,shut-close "TCP:$host:$port,connect-timeout=${CONNECT_SECONDS}"`,
    atEnd: 'closes',
    connected: /successfully connected|starting data transfer/,
  },
  {
    name: 'ncat',
    command: `exec ncat -v -w ${CONNECT_SECONDS} "$host" "$port"`,
    atEnd: 'closes',
    connected: /^Ncat: Connected to /,
  },
  {
    name: 'nc of nmap',
    command: `exec nc -v -w ${CONNECT_SECONDS} "$host" "$port"`,
    atEnd: 'closes',
    connected: /^Ncat: Connected to /,
  },
  {
    name: 'perl',
    command: `exec perl -e '${PERL}' "$host" "$port"`,
    atEnd: 'closes',
    connected: /^connected$/,
  },
  // Not `-w` with these two: it ends idle connections as well.
  { name: 'nc of OpenBSD', command: 'nc -v -N "$host" "$port"', atEnd: 'stays', connected: /succeeded!$/ },
  { name: 'nc of busybox', command: 'nc -v -v "$host" "$port"', atEnd: 'stays', connected: / open$/ },
  { name: 'small nc of busybox', command: `nc -w ${CONNECT_SECONDS} "$host" "$port"`, atEnd: 'exits' },
];

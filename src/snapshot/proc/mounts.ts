/** A line of `mountinfo` (https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html). */
export interface Mount {
  readonly place: string;
  readonly type: string;
  /** What is mounted; for a bind mount with the folder of it. */
  readonly source: string;
  readonly options: string;
}

/** The kernel writes blanks and line feeds of paths as octal numbers. */
function unescape(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

function readLine(line: string): Mount | undefined {
  const found =
    /^\S+ \S+ \S+ (?<root>\S+) (?<place>\S+) (?<options>\S+) .*?- (?<type>\S+) (?<source>\S*) ?(?<own>\S*)$/.exec(
      line,
    );
  if (found === null) return undefined;
  const field = (name: string): string => found.groups?.[name] ?? '';
  const [root, source] = [field('root'), field('source')];
  const options = field('options').split(',');
  return {
    place: unescape(field('place')),
    type: field('type'),
    source: unescape(root === '/' ? source : `${source}[${root}]`),
    options: [...new Set([...options, ...field('own').split(',')])].join(','),
  };
}

/** Reads a `mountinfo` file; lines of another form are left out. */
export function readMounts(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => readLine(line) ?? []);
}

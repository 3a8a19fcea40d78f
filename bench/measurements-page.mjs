// The figures of run.mjs as docs/measurements.md, and the few that the README shows.
import { OURS, SINGLE_FILE } from './figures.mjs';
import { comparison, summarize } from './statistics.mjs';

const START = '<!-- Figures written by `npm run bench`. -->';
const END = '<!-- End of the figures. -->';

/** Two or three digits that matter. */
function show(value) {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** What the README shows: a figure by its title, how it says it, and the ways of kubectl, of npm and of the single file. */
const SHORT = [
  ['the start of the program', 'the program starts', 'kubectl version --client', `${OURS} --version`, `${SINGLE_FILE} --version`],
  ['10 pods: the whole call', 'ten pods listed', 'kubectl get pods', `${OURS} pods`, `${SINGLE_FILE} pods`],
  [/^\d{3,} pods: the first row$/, 'the first of $1 pods listed', 'kubectl get pods', `${OURS} pods`, `${SINGLE_FILE} pods`],
  [/^\d{3,} pods: the whole call$/, 'all $1 pods listed', 'kubectl get pods', `${OURS} pods`, `${SINGLE_FILE} pods`],
  [/^\d{3,} pods: memory at most$/, 'memory for $1 pods', 'kubectl get pods', `${OURS} pods`, `${SINGLE_FILE} pods`],
  ['from the call to the prompt', 'a shell’s prompt', 'kubectl debug', OURS, SINGLE_FILE],
  ['from the call to the prompt through 100 ms of latency', 'the same, 100 ms from the cluster', 'kubectl debug', OURS, SINGLE_FILE],
  ['a command, with its exit code', 'a command, and its exit code', 'kubectl debug, wait, logs', OURS, SINGLE_FILE],
  ['a command that prints 51 MB of lines', '51 MB of output', 'kubectl debug, wait, logs', OURS],
  [/^one command in \d+ pods$/, 'a command in $1 pods', 'kubectl debug, xargs -P16', 'kubectl-debug audit'],
]; // prettier-ignore

const isCalled = (wanted, title) => (typeof wanted === 'string' ? wanted === title : wanted.test(title));

function shortCell(figure, way, theirs) {
  const values = figure.ways[way];
  if (values === undefined) return '–';
  const all = `${show(summarize(values).median)} ${figure.unit}`;
  const runs = values.length;
  const right = figure.right?.[way];
  // Where one way is wrong, each says how often it was right.
  const isAnyWrong = Object.values(figure.right ?? {}).some((count) => count !== runs);
  const share = typeof right === 'number' && isAnyWrong ? `; right: ${right} of ${runs}` : '';
  const answers = typeof right === 'string' ? `; ${right}` : '';
  // A run that failed is no faster one.
  const isRight = typeof right !== 'number' || right === runs;
  const words = way === theirs || !isRight ? '' : compared(values, figure, theirs);
  return `${all}${words === '' ? '' : `, ${words}`}${share}${answers}`;
}

/** The values beside those of `theirs`, which may not have been measured. */
function compared(values, { ways, unit }, theirs) {
  return ways[theirs] === undefined ? '' : comparison(values, ways[theirs], unit);
}

/** The table of the README. */
function shortTable(figures, { date, kubectl }) {
  const hasSingle = figures.some(({ ways }) => Object.keys(ways).some((way) => way.startsWith(SINGLE_FILE)));
  const rows = SHORT.flatMap(([wanted, words, theirs, ...ours]) => {
    const figure = figures.find(({ title }) => isCalled(wanted, title));
    if (figure === undefined) return [];
    const label = words.replace('$1', Number(/\d+/.exec(figure.title)?.[0]).toLocaleString('en'));
    const cells = [theirs, ...(hasSingle ? [ours[0], ours[1]] : [ours[0]])].map((way) =>
      shortCell(figure, way, theirs),
    );
    const isOnce = Object.values(figure.ways).every((values) => values.length === 1);
    return [`| ${[isOnce ? `${label}, one run` : label, ...cells].join(' | ')} |`];
  });
  const names = [`kubectl ${kubectl}`, 'this program, by npm', ...(hasSingle ? ['its executable'] : [])];
  return [
    `Medians of runs in turns, on one machine, on ${date}. [All figures](docs/measurements.md) has the runs and their spread.`,
    '',
    `| | ${names.join(' | ')} |`,
    `| --- | ${names.map(() => '---').join(' | ')} |`,
    ...rows,
  ].join('\n');
}

function figureRows({ title, unit, beside, ways, right }) {
  return Object.entries(ways).map(([way, values], index) => {
    const { n, min, median, max } = summarize(values);
    const cells = [
      index === 0 ? `${title}, ${unit}` : '',
      way,
      n,
      show(median),
      n === 1 ? '' : `${show(min)} to ${show(max)}`,
      way === beside ? '' : compared(values, { ways, unit }, beside),
      right?.[way] ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

/** The page with all figures, and the table of the README. */
export function measurementsPage(measured, about) {
  const figures = measured.flatMap((one) => one.figures);
  const [before, after] = about.load.map((load) => load.toFixed(1));
  const short = shortTable(figures, about);
  const text = [
    '# Measurements',
    '',
    '`npm run bench` writes this page. Each figure was measured beside kubectl, in turns, on one machine in one run. Machines differ and are noisy: only figures of one run can be compared.',
    '',
    `- **When**: ${about.date}; the load average was ${before} before and ${after} after.`,
    `- **Where**: ${about.machine}; client, API server and nodes share it.`,
    `- **With**: ${about.versions}.`,
    `- **This program**: ${about.program}.`,
    '',
    'To repeat it: `npm ci && npm run build`, a cluster ([test/cluster](../test/cluster/README.md) makes one, `--kubeconfig FILE` names another), then `npm run bench`. `npm run bench -- --help` lists the flags, and [bench/README.md](../bench/README.md) says what each program measures, with figures of larger runs.',
    '',
    'n is the number of runs. The comparison is of medians, with kubectl, or with its fastest way where it has several. “Right” counts the runs that gave the right output and exit code.',
    '',
    '| what | way | n | median | from, to | beside kubectl | right |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...figures.flatMap(figureRows),
    '',
    '## In the README',
    '',
    START,
    '',
    short.replace('(docs/measurements.md)', '(#measurements)'),
    '',
    END,
    '',
  ].join('\n');
  return { text, short };
}

/** A text whose block of figures is this one. */
export function withFigures(text, short) {
  const start = text.indexOf(START);
  const end = text.indexOf(END);
  if (start < 0 || end < start) throw new Error(`there is no block of figures: ${START}`);
  return `${text.slice(0, start)}${START}\n\n${short}\n\n${text.slice(end)}`;
}

#!/usr/bin/env node
// `npm run bench`: runs the measurements beside kubectl one after the other, and writes their figures to
// docs/measurements.md and the README. `--help` lists the flags.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'prettier';
import { at, KUBECTL } from '../test/cluster/paths.mjs';
import { PROGRAM } from './figures.mjs';
import { measurementsPage, withFigures } from './measurements-page.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const MARKDOWN = { parser: 'markdown', printWidth: 120 };

/** Each measurement: its program, its runs, its other flags, and those that make it short. */
const MEASUREMENTS = {
  'start-up': { file: 'start-up.mjs', runs: 21, takes: 'program', needsCluster: false },
  prompt: { file: 'time-to-prompt.mjs', runs: 8, takes: 'program' },
  'prompt-latency': { file: 'time-to-prompt.mjs', runs: 4, flags: ['--latency=100'], takes: 'program' },
  commands: { file: 'commands.mjs', runs: 4, flags: ['--large=2'], quick: ['--large=0'], takes: 'program' },
  audit: { file: 'audit.mjs', flags: ['-n', '30'], quick: ['-n', '4'] },
  copy: {
    file: 'copy.mjs',
    runs: 3,
    flags: ['--mebibytes=100', '--files=1000'],
    quick: ['--mebibytes=5', '--files=100'],
  },
  forward: {
    file: 'forward.mjs',
    runs: 3,
    flags: ['--mebibytes=100'],
    quick: ['--mebibytes=5', '--connections=5'],
  },
  completion: { file: 'completion.mjs', runs: 5, quick: ['--pods=50'] },
  // The last: a server needs a while to forget so many pods.
  pods: {
    file: 'pods.mjs',
    runs: 5,
    flags: ['--fill', '--remove'],
    quick: ['--fill', '--remove', '--pods=200'],
    takes: 'program',
  },
};

const HELP = `usage: npm run bench -- [--only NAME]... [-n RUNS] [--quick]
         [--single-file FILE] [--kubeconfig FILE] [--kubectl FILE]

Measures this program beside kubectl on a cluster, and writes docs/measurements.md and the figures of the README.
The cluster is that of test/cluster unless --kubeconfig names another one.

  --only NAME         only this measurement; prints the figures, and writes nothing
                      ${Object.keys(MEASUREMENTS).join(', ')}
  -n, --runs RUNS     how often each call is made, in place of a number for each measurement
  --quick             two runs of little data, to see that it works; writes nothing
  --single-file FILE  an executable of \`npm run release\` to measure beside the program of npm
`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      runs: { type: 'string', short: 'n' },
      quick: { type: 'boolean' },
      'single-file': { type: 'string' },
      kubeconfig: { type: 'string', default: at('kubeconfig') },
      kubectl: { type: 'string', default: KUBECTL },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const unknown = (values.only ?? []).find((name) => MEASUREMENTS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`there is no measurement "${unknown}": ${Object.keys(MEASUREMENTS).join(', ')}`);
  if (values.runs !== undefined && !/^[1-9]\d*$/.test(values.runs))
    throw new Error(`--runs is a whole number, not "${values.runs}"`);
  return values;
}

/** What is measured starts without settings of the person who measures, so also without their files. */
function measuredEnvironment() {
  const env = { ...process.env };
  // Node reads a file of authorities at each start, whether it needs them or not.
  for (const name of Object.keys(env))
    if (/^(NODE_|KUBECTL_DEBUG_(?!CACHE$|CLUSTER$))/.test(name)) delete env[name];
  return { ...env, KUBECTL_DEBUG_CONFIG: 'off', KUBERC: 'off' };
}

const needsCluster = (name) => MEASUREMENTS[name].needsCluster ?? true;

function argumentsOf(name, options) {
  const { runs, flags = [], quick = flags, takes } = MEASUREMENTS[name];
  const count = options.runs ?? (options.quick ? 2 : runs);
  const single = options['single-file'];
  return [
    ...(runs === undefined ? [] : ['-n', `${count}`]),
    ...(options.quick ? quick : flags),
    ...(takes === 'program' && single !== undefined ? ['--program', single] : []),
    ...(needsCluster(name) ? ['--kubeconfig', options.kubeconfig] : []),
    '--kubectl',
    options.kubectl,
  ];
}

/** Runs one measurement; returns its figures, or why there are none. */
function measure(name, options, env) {
  const args = [path.join(ROOT, 'bench', MEASUREMENTS[name].file), ...argumentsOf(name, options), '--json'];
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(`${name}: ${status === 0 ? 'measured' : 'FAILED'} in ${seconds.toFixed(0)} s\n`);
  if (status !== 0) return { name, figures: [], failed: true };
  return { name, figures: JSON.parse(stdout.trim().split('\n').at(-1)).figures, failed: false };
}

const namesOf = ({ only }) => only ?? Object.keys(MEASUREMENTS);

const firstLine = (file, args, env) =>
  spawnSync(file, args, { env, encoding: 'utf8' }).stdout?.trim().split('\n')[0] ?? '';

/** The versions of the client and the server; throws if one is needed and does not answer. */
function readVersions(options, env) {
  const { stdout, stderr, error } = spawnSync(options.kubectl, ['version', '-o', 'json'], {
    env,
    encoding: 'utf8',
  });
  const versions = stdout ? JSON.parse(stdout) : {};
  if (versions.serverVersion === undefined && namesOf(options).some(needsCluster))
    throw new Error(
      `no cluster answers: ${error?.message ?? stderr.trim()}; see test/cluster/README.md, or name a kubeconfig: --kubeconfig FILE`,
    );
  return versions;
}

/** Where and with what the figures are measured. */
function describeMachine(options, env) {
  const kube = { ...env, KUBECONFIG: options.kubeconfig };
  const { serverVersion, clientVersion } = readVersions(options, kube);
  const runtime = 'jsonpath={.items[0].status.nodeInfo.containerRuntimeVersion}';
  const server =
    serverVersion === undefined
      ? []
      : [
          `Kubernetes ${serverVersion.gitVersion}`,
          firstLine(options.kubectl, ['get', 'nodes', '-o', runtime], kube),
        ];
  const client = clientVersion?.gitVersion ?? '(none)';
  const [{ model } = { model: 'unknown' }] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    kubectl: client.replace(/^v/, ''),
    machine: `${cpus().length} cores (${model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}`,
    versions: [...server, `kubectl ${client}`, `Node.js ${process.version}`].join(', '),
    program: `${firstLine(process.execPath, [PROGRAM, '--version'], env)}, commit ${firstLine('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'], env)}`,
  };
}

/** Throws if a program that is measured does not start: better now than after ten minutes. */
function checkPrograms(options, env) {
  const single = options['single-file'];
  const programs = [
    [process.execPath, PROGRAM, 'npm run build'],
    ...(single === undefined ? [] : [[path.resolve(single), undefined, 'npm run release']]),
  ];
  for (const [file, script, mend] of programs) {
    const { status, error, stderr } = spawnSync(file, [...(script ? [script] : []), '--version'], {
      env,
      encoding: 'utf8',
    });
    if (status === 0) continue;
    const why = error?.message ?? stderr.trim().split('\n').at(-1);
    throw new Error(`${script ?? file} does not start (${why}); to make it: ${mend}`);
  }
}

/** Throws if a page cannot be written. */
function checkPages() {
  for (const file of ['docs/measurements.md', 'README.md'])
    accessSync(path.join(ROOT, file), constants.R_OK | constants.W_OK);
  withFigures(readFileSync(path.join(ROOT, 'README.md'), 'utf8'), '');
}

async function replace(file, change) {
  const target = path.join(ROOT, file);
  writeFileSync(target, await format(change(readFileSync(target, 'utf8')), MARKDOWN));
}

async function main() {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  const env = measuredEnvironment();
  const isWritten = options.only === undefined && options.quick !== true;
  if (isWritten) checkPages();
  checkPrograms(options, env);
  const machine = describeMachine(options, env);
  const load = [loadavg()[0]];
  const measured = namesOf(options).map((name) => {
    const first = measure(name, options, env);
    return first.failed ? measure(name, options, env) : first;
  });
  load.push(loadavg()[0]);
  const page = measurementsPage(measured, { ...machine, load });
  process.stdout.write(await format(page.text, MARKDOWN));
  const failed = measured.filter((one) => one.failed).map(({ name }) => name);
  if (failed.length > 0) throw new Error(`nothing is written, as these failed: ${failed.join(', ')}`);
  if (!isWritten) return;
  await replace('docs/measurements.md', () => page.text);
  await replace('README.md', (text) => withFigures(text, page.short));
}

try {
  await main();
} catch (error) {
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 1;
}

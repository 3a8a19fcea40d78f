import { CliError } from '../../../errors/cli-error.ts';
import type { CommandInput, FlagValues } from '../../../flags/flag.ts';
import type { ObjectFormat } from '../../../output/print/print-object.ts';
import { checkImageName } from '../../../plan/request/check-image-name.ts';
import { isLabelName, isObjectName } from '../../../pod/object-names.ts';
import { readDryRun, readObjectFormat, type DryRun } from '../../shared/result-mode.ts';

/** How the cluster is to run an audit. */
export interface InClusterRequest {
  /** `auto`: as many as there is work for. */
  readonly workers: number | 'auto';
  /** The image of the workers. */
  readonly image: string;
  /** The namespace of the Job; undefined for that of the call. */
  readonly namespace: string | undefined;
  /** A ServiceAccount that has the rights; undefined to make one. */
  readonly account: string | undefined;
  /** undefined if the audit is to run. */
  readonly dryRun: DryRun | undefined;
  /** Of a dry run; undefined for a line about each object. */
  readonly format: ObjectFormat | undefined;
}

/** They are about workers, or about a run that has begun. */
const ONLY_WITH_IN_CLUSTER = [
  'in-cluster-image',
  'in-cluster-namespace',
  'service-account',
  'dry-run',
] as const;
const NOT_WITH_IN_CLUSTER = ['follow', 'worker', 'resume', 'rerun-unknown'] as const;

/** Reads `--in-cluster` and what belongs to it; undefined for an audit that runs here. Throws `usage` and `image-invalid`. */
export function readInCluster({ flags, names }: CommandInput): InClusterRequest | undefined {
  const text = flags.string('in-cluster');
  if (text === undefined) {
    refuseGiven(flags, ONLY_WITH_IN_CLUSTER, 'is about workers in the cluster: add --in-cluster');
    return undefined;
  }
  refuseGiven(flags, NOT_WITH_IN_CLUSTER, 'is for an audit that has begun, and --in-cluster begins one');
  if (flags.isGiven('contexts'))
    throw new CliError(
      'usage',
      '--contexts names several clusters, and --in-cluster lets one run the audit',
      {
        hint: 'start it in each of them: --context=NAME',
      },
    );
  const dryRun = readDryRun(flags.string('dry-run') ?? 'none');
  return {
    workers: readWorkers(text, names),
    image: readImage(flags),
    namespace: readNamespace(flags),
    account: readAccount(flags),
    dryRun,
    format:
      dryRun === undefined || !flags.isGiven('output')
        ? undefined
        : readObjectFormat(flags.string('output') ?? ''),
  };
}

/** The flags for the results: in a dry run `-o` is about the objects. */
export function withoutObjectFormat(flags: FlagValues): FlagValues {
  if (flags.string('in-cluster') === undefined || flags.string('dry-run') === 'none') return flags;
  return { ...flags, string: (name) => (name === 'output' ? undefined : flags.string(name)) };
}

function refuseGiven(flags: FlagValues, names: readonly string[], why: string): void {
  const given = names.find((name) => flags.isGiven(name));
  if (given === undefined) return;
  throw new CliError('usage', `--${given} ${why}`);
}

/** More are of no use: 5,000 nodes are done in minutes. */
const MOST_WORKERS = 1000;

function readWorkers(text: string, names: CommandInput['names']): InClusterRequest['workers'] {
  const [first = ''] = names;
  // `--in-cluster` may stand alone, so in `--in-cluster 4` the parser takes the number for a name.
  if (text === 'auto' && /^\d+$/.test(first))
    throw new CliError('usage', `it is not clear whether ${first} is a number of workers or a pod`, {
      hint: `for workers: --in-cluster=${first}; for a pod of this name: pod/${first}`,
    });
  if (text === 'auto') return 'auto';
  const workers = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new CliError('usage', `--in-cluster cannot be "${text}"`, {
    hint: `use a number of workers from 1 to ${MOST_WORKERS}, or --in-cluster alone`,
  });
}

function readImage(flags: FlagValues): string {
  const image = flags.string('in-cluster-image') ?? '';
  if (image === '')
    throw new CliError('usage', '--in-cluster needs an image of this program for its workers', {
      hint: 'make one with npm run image (docs/in-cluster.md), and name it: --in-cluster-image=IMAGE; a config file can do so for all calls',
    });
  checkImageName(image, 'for --in-cluster');
  return image;
}

function readNamespace(flags: FlagValues): string | undefined {
  const name = flags.string('in-cluster-namespace');
  if (name === undefined || isLabelName(name)) return name;
  throw new CliError('usage', `--in-cluster-namespace "${name}" cannot be the name of a namespace`);
}

function readAccount(flags: FlagValues): string | undefined {
  const name = flags.string('service-account');
  if (name === undefined || isObjectName(name)) return name;
  throw new CliError('usage', `--service-account "${name}" cannot be the name of a service account`, {
    hint: 'to list them: kubectl get serviceaccounts',
  });
}

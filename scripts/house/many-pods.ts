import type { Room } from './house.ts';

/** `audit`, and what it stands on. */
export const AUDIT: Room = {
  name: 'audit',
  does: 'many pods through the same stages',
  imports: 'errors io system pod cluster output target plan start session files record',
  rooms: {
    rows: 'the row of a pod, counts, exit codes',
    journal: 'the file that makes a run resumable',
    schedule: 'which pods, in which order, how many at once',
    watch: 'one watch for the pods of a namespace',
    run: 'one pod: plan, add, judge',
    'results/text': 'counts, durations, file names as text',
    cost: 'what an audit costs the cluster: requests, bytes in etcd, minutes',
    'results/fold': 'equal outputs once, masks, expectations, diffs',
    'results/sinks': 'text, JSON, JUnit, files, progress',
    collect: 'the files of one container, bounded',
    end: 'how a command ended, proved by its log',
    '.': 'a whole run, and one pod of it',
    'results/report': 'the HTML report',
    'results/markdown': 'the report for pages of others: a pull request, the summary of a CI job',
    results: 'the sinks that the flags ask for',
  },
};

/** `audit --in-cluster`. */
export const FLEET: Room = {
  name: 'fleet',
  does: 'an audit that the cluster runs itself: its objects, its workers, and who follows it',
  imports: 'errors io system pod flags cluster output target plan start session files record audit',
  rooms: {
    '.': 'what a run is, the share of a worker, its counts',
    cost: 'what the workers cost the cluster',
    rights: 'what the workers may do',
    share: 'an audit divided among workers that together keep its limits',
    files: 'the files of `--collect` on their way from a worker to a folder',
    lines: 'lines of a journal in ConfigMaps',
    counts: 'how far each worker is, told and heard in one ConfigMap',
    objects: 'the objects of a run: the Job, its account, roles and plan',
    start: 'creates the objects of a run, and removes them',
    worker: 'the pod of a Job that does a part of a run',
    seen: 'what the Job, the pods and the plans of a run say',
    follow: 'the rows of a run, watched from anywhere',
  },
};

/** `snapshot`. */
export const SNAPSHOT: Room = {
  name: 'snapshot',
  does: 'all that is known of one pod, in one file',
  imports: 'errors io system pod cluster output target plan start session join',
  rooms: {
    'evidence.ts': 'what a piece of evidence is',
    mask: 'secrets taken out of objects and command lines',
    proc: 'the texts of /proc and of cgroups, decoded',
    inside: 'the script that reads a pod from within, and its answer in sections',
    kinds: 'one file a kind of evidence, and the table of them',
    archive: 'the tar file and its manifest',
    page: 'index.html',
    '.': 'one snapshot from its pod to its file',
  },
};

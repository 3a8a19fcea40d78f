import { makeExpiringGrant } from '../../cluster/refusals/expiring-grant.ts';
import type { Grantee } from '../../cluster/refusals/role.ts';
import { CliError } from '../../errors/cli-error.ts';
import { CHECK_EXIT } from '../../errors/exit-codes.ts';
import { commandText } from '../../errors/shell-word.ts';
import type { Io } from '../../io.ts';
import { makeNotes } from '../../output/say/notes.ts';
import { writeText } from '../../output/write-text.ts';
import { bindingHint, granteeOf, renderObjects, renderRoles, type Report } from './check-report.ts';
import type { GrantRequest } from './read-grant.ts';

/** The Roles, and the namespace for which they are. */
type GrantedReport = Pick<Report, 'roles' | 'userName' | 'isMissing'> & { readonly namespace: string };

/** Prints the objects that grant the Roles, for `kubectl apply`. Returns the exit code. Throws `unsupported`. */
export async function printGrant(io: Io, report: GrantedReport, request: GrantRequest): Promise<number> {
  const grantee: Grantee | undefined =
    request.group === undefined ? granteeOf(report.userName) : { kind: 'group', name: request.group };
  const { note } = makeNotes(io, { quiet: false });
  if (request.lastsSeconds !== undefined)
    await printExpiring(io, report, { ...request, grantee, lastsSeconds: request.lastsSeconds });
  else {
    if (request.group === undefined && !report.isMissing) note('nothing is missing');
    if (grantee === undefined) note(bindingHint(report.roles));
    await writeText(io.stdout, renderRoles(report.roles, grantee));
  }
  // What the caller may do says nothing about a group.
  return request.group === undefined && report.isMissing ? CHECK_EXIT.failure : CHECK_EXIT.ok;
}

async function printExpiring(
  io: Io,
  { roles, namespace }: GrantedReport,
  {
    grantee,
    lastsSeconds,
    image,
  }: {
    readonly grantee: Grantee | undefined;
    readonly lastsSeconds: number;
    readonly image: string;
  },
): Promise<void> {
  if (grantee === undefined)
    throw new CliError('unsupported', 'cannot grant rights to you: the server does not report who you are', {
      hint: 'name a group: add --group=NAME',
    });
  const { job, objects } = makeExpiringGrant({ namespace, roles, grantee, lastsSeconds, image });
  const { note } = makeNotes(io, { quiet: false });
  const { name, namespace: where } = job;
  note(
    commandText`nothing is granted until the Job has run: kubectl wait --for=condition=complete job/${name} -n ${where}; the cluster takes the rights back ${String(lastsSeconds)} s after that; to take them back at once: kubectl delete job/${name} -n ${where}`,
  );
  await writeText(io.stdout, renderObjects(objects));
}

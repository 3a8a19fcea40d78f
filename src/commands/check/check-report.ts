import { commandText } from '../../errors/shell-word.ts';
import { bindRole, describeResource, type Grantee, type Role } from '../../cluster/refusals/role.ts';
import type { Io } from '../../io.ts';
import { asCalled } from '../../output/say/as-called.ts';
import { printable } from '../../output/printable.ts';
import { printObject, type ApiObject } from '../../output/print/print-object.ts';
import { openTable } from '../../output/table/table.ts';
import type { Styles } from '../../output/say/styles.ts';
import type { Finding } from './check-findings.ts';
import type { ReviewedRight } from './check-rights.ts';

/** The results of a check. */
export interface Report {
  readonly findings: readonly Finding[];
  readonly rights: readonly ReviewedRight[];
  /** They grant all rights that were checked. */
  readonly roles: readonly Role[];
  readonly isMissing: boolean;
  /** The user to bind the Roles to; undefined if the server does not report it. */
  readonly userName: string | undefined;
}

/** How to render a report and its command lines. */
export interface ReportContext {
  readonly styles: Styles;
  readonly io: Pick<Io, 'calledAs'>;
}

const VERDICT_WIDTH = 9;
const SUBJECT_WIDTH = 14;

const STYLE_OF = {
  ok: 'success',
  info: 'dim',
  missing: 'danger',
  unknown: 'warning',
} as const satisfies Record<Finding['verdict'], keyof Styles>;

function renderFinding({ verdict, subject, text }: Finding, { styles, io }: ReportContext): string {
  const mark = styles[STYLE_OF[verdict]](verdict.padEnd(VERDICT_WIDTH));
  return `${mark}${subject.padEnd(SUBJECT_WIDTH)}${asCalled(printable(text), io)}\n`;
}

function renderRights(rights: readonly ReviewedRight[]): string {
  const rows = rights.map(({ right, answer, to, isNeeded }) => [
    `${right.verb} ${describeResource(right)}`,
    answer,
    isNeeded ? `needed to ${to}` : `to ${to}`,
  ]);
  return openTable(['RIGHT', 'ALLOWED', 'WHAT FOR']).rows(rows);
}

/** The Roles and their bindings, as YAML documents that can be applied repeatedly, and for several users. */
export function renderRoles(roles: readonly Role[], grantee: Grantee | undefined): string {
  return renderObjects(
    roles.flatMap((role) => (grantee === undefined ? [role] : [role, bindRole(role, grantee)])),
  );
}

/** YAML documents for `kubectl apply`. */
export function renderObjects(objects: readonly ApiObject[]): string {
  return objects.map((object) => printObject(object, 'yaml')).join('---\n');
}

/** The user as a grantee; undefined if the server does not report it. */
export function granteeOf(userName: string | undefined): Grantee | undefined {
  return userName === undefined ? undefined : { kind: 'user', name: userName };
}

/** How to bind Roles if the server does not report the user. */
export function bindingHint(roles: readonly Role[]): string {
  const lines = roles.map(({ kind, metadata: { name, namespace } }) => {
    const type = kind.toLowerCase();
    const bind = commandText`kubectl create ${type}binding ${name}-USER --${type}=${name} --user=USER`;
    return namespace === undefined ? bind : `${bind}${commandText` -n ${namespace}`}`;
  });
  return `the server does not report who you are; to bind it: ${lines.join(' && ')}`;
}

function renderMissing(report: Report, io: ReportContext['io']): string {
  const binding = report.userName === undefined ? ` (${asCalled(bindingHint(report.roles), io)})` : '';
  return `\nAn administrator can grant all of it by applying this, more than once if necessary${binding}:\n${renderRoles(report.roles, granteeOf(report.userName))}`;
}

/** The report as text: a line for each finding, a table of the rights, and the Roles if a right is missing. */
export function renderReport(report: Report, shown: ReportContext): string {
  const lines = report.findings.map((finding) => renderFinding(finding, shown)).join('');
  return `${lines}\n${renderRights(report.rights)}${report.isMissing ? renderMissing(report, shown.io) : ''}`;
}

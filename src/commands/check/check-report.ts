import { commandText } from '../../errors/shell-word.ts';
import { bindRole, describeResource, type Role } from '../../cluster/refusals/role.ts';
import type { Io } from '../../io.ts';
import { asCalled } from '../../output/say/as-called.ts';
import { printable } from '../../output/printable.ts';
import { printObject } from '../../output/print/print-object.ts';
import { openTable } from '../../output/table/table.ts';
import type { Styles } from '../../output/say/styles.ts';
import type { Finding } from './check-findings.ts';
import type { ReviewedRight } from './check-rights.ts';

/** All that a check has found out. */
export interface Report {
  readonly findings: readonly Finding[];
  readonly rights: readonly ReviewedRight[];
  /** Give all that was asked about. */
  readonly roles: readonly Role[];
  readonly isMissing: boolean;
  /** Whom the Roles are bound to; undefined where the server does not tell. */
  readonly userName: string | undefined;
}

/** How a report is shown, and what its command lines are called by. */
export interface Shown {
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

function renderFinding({ verdict, subject, text }: Finding, { styles, io }: Shown): string {
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

/** The Roles and what binds them, as documents that can be applied as often as one likes, and for each user. */
export function renderRoles({ roles, userName }: Pick<Report, 'roles' | 'userName'>): string {
  const objects = roles.flatMap((role) =>
    userName === undefined ? [role] : [role, bindRole(role, userName)],
  );
  return objects.map((object) => printObject(object, 'yaml')).join('---\n');
}

/** How to bind Roles to a user that only the user knows. */
export function bindingHint(roles: readonly Role[]): string {
  const lines = roles.map(({ kind, metadata: { name, namespace } }) => {
    const type = kind.toLowerCase();
    const bind = commandText`kubectl create ${type}binding ${name}-USER --${type}=${name} --user=USER`;
    return namespace === undefined ? bind : `${bind}${commandText` -n ${namespace}`}`;
  });
  return `the server does not tell who you are; bind it with: ${lines.join(' && ')}`;
}

function renderMissing(report: Report, io: Shown['io']): string {
  const binding = report.userName === undefined ? ` (${asCalled(bindingHint(report.roles), io)})` : '';
  return `\nAn administrator can grant all of it by applying this, once or again${binding}:\n${renderRoles(report)}`;
}

/** The report for people: a line for each finding, the rights as a table, and the Roles where something is missing. */
export function renderReport(report: Report, shown: Shown): string {
  const lines = report.findings.map((finding) => renderFinding(finding, shown)).join('');
  return `${lines}\n${renderRights(report.rights)}${report.isMissing ? renderMissing(report, shown.io) : ''}`;
}

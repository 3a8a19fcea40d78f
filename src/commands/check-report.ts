import { commandText } from '../errors/shell-word.ts';
import type { Role } from '../cluster/role.ts';
import { describeResource } from '../cluster/role.ts';
import { printable } from '../output/printable.ts';
import { printObject } from '../output/print-object.ts';
import { openTable } from '../output/table.ts';
import type { Styles } from '../output/styles.ts';
import type { Finding } from './check-findings.ts';
import type { ReviewedRight } from './check-rights.ts';

/** All that a check has found out. */
export interface Report {
  readonly findings: readonly Finding[];
  readonly rights: readonly ReviewedRight[];
  /** Gives what is missing; undefined when nothing is. */
  readonly role: Role | undefined;
  /** For the line that binds the Role. */
  readonly userName: string | undefined;
}

const VERDICT_WIDTH = 9;
const SUBJECT_WIDTH = 14;

const STYLE_OF = {
  ok: 'success',
  info: 'dim',
  missing: 'danger',
  unknown: 'warning',
} as const satisfies Record<Finding['verdict'], keyof Styles>;

function renderFinding({ verdict, subject, text }: Finding, styles: Styles): string {
  const mark = styles[STYLE_OF[verdict]](verdict.padEnd(VERDICT_WIDTH));
  return `${mark}${subject.padEnd(SUBJECT_WIDTH)}${printable(text)}\n`;
}

function renderRights(rights: readonly ReviewedRight[]): string {
  const rows = rights.map(({ right, answer, to, isNeeded }) => [
    `${right.verb} ${describeResource(right)}`,
    answer,
    isNeeded ? `needed to ${to}` : `to ${to}`,
  ]);
  return openTable(['RIGHT', 'ALLOWED', 'WHAT FOR']).rows(rows);
}

/** The Role alone, to be applied by somebody who may. */
export function renderRole(role: Role): string {
  return printObject(role, 'yaml');
}

/** Whom the Role is bound to, as a flag of kubectl. */
function subjectFlag(userName = ''): string {
  const account = /^system:serviceaccount:([-a-z0-9]+:[-a-z0-9.]+)$/.exec(userName)?.[1];
  if (account !== undefined) return `--serviceaccount=${account}`;
  return commandText`--user=${userName === '' ? 'USER' : userName}`;
}

function renderMissing(role: Role, userName: string | undefined): string {
  const { name, namespace } = role.metadata;
  const [bind, place] = [
    commandText`kubectl create rolebinding ${name} --role=${name}`,
    commandText`-n ${namespace}`,
  ];
  return `\nThe Role that gives what is missing; bind it with: ${bind} ${subjectFlag(userName)} ${place}\n${renderRole(role)}`;
}

/** The report for people: a line for each finding, the rights as a table, and the Role that is missing. */
export function renderReport({ findings, rights, role, userName }: Report, styles: Styles): string {
  const lines = findings.map((finding) => renderFinding(finding, styles)).join('');
  const missing = role === undefined ? '' : renderMissing(role, userName);
  return `${lines}\n${renderRights(rights)}${missing}`;
}

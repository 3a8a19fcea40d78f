import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { rightsFor, USES, type Purpose } from './purposes.ts';
import { describeResource, type Right } from './role.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../deploy/rbac');

interface ClusterRole {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

const ROLES: readonly ClusterRole[] = readdirSync(FOLDER).flatMap((file) =>
  parseAllDocuments(readFileSync(path.join(FOLDER, file), 'utf8')).map(
    (document) => document.toJS() as ClusterRole,
  ),
);

/** `apps/deployments get`: one right in one word. */
const wordOf = (right: Right): string => `${right.group ?? ''}/${describeResource(right)} ${right.verb}`;

const grantedBy = (name: string): readonly string[] =>
  ROLES.filter(({ metadata }) => metadata.name === name)
    .flatMap(({ rules }) => rules)
    .flatMap(({ apiGroups, resources, verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) => verbs.map((verb) => `${group}/${resource} ${verb}`)),
      ),
    );

const forPurposes = (...purposes: readonly Purpose[]): readonly Right[] => purposes.flatMap(rightsFor);
const withoutAttach = (rights: readonly Right[]): readonly Right[] =>
  rights.filter(({ subresource }) => subresource !== 'attach');
const inNamespaces = (rights: readonly Right[]): readonly Right[] =>
  rights.filter(({ isClusterWide }) => isClusterWide !== true);

/** What each role is for; its rights follow from the table of `check --for`. */
const EXPECTED: Readonly<Record<string, readonly Right[]>> = {
  'kubectl-debug-debugger': forPurposes('exec', 'forward', 'workloads'),
  'kubectl-debug-auditor': withoutAttach(forPurposes('workloads')),
  'kubectl-debug-collector': [
    ...forPurposes('exec', 'workloads'),
    // What a snapshot reads beside; docs/snapshot.md.
    { verb: 'get', resource: 'persistentvolumeclaims' },
  ],
  'kubectl-debug-fleet': withoutAttach(forPurposes('in-cluster', 'workloads')),
  'kubectl-debug-copies': forPurposes('copies'),
  'kubectl-debug-nodes': USES.nodes.rights,
  'kubectl-debug-node-pods': inNamespaces(forPurposes('nodes')),
  'kubectl-debug-aggregated': [...USES.containers.rights, ...USES.events.rights],
};

describe('the roles in deploy/rbac', () => {
  it('are these', () => {
    expect(ROLES.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual(
      Object.keys(EXPECTED)
        .map((name) => `ClusterRole ${name}`)
        .sort(),
    );
  });

  it.each(Object.entries(EXPECTED))('%s grants the rights of its jobs, each once', (name, rights) => {
    expect([...grantedBy(name)].sort()).toEqual([...new Set(rights.map(wordOf))].sort());
  });
});

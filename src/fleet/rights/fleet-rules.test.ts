import { someAuditSettings } from '../../../test/builders/some-audit-settings.ts';
import { describe, expect, it } from 'vitest';
import type { AuditSettings } from '../../audit/rows/audit-settings.ts';
import type { FleetRule } from '../fleet-rule.ts';
import { fleetRules, type ExtraRight } from './fleet-rules.ts';

const SETTINGS = someAuditSettings();

const wordOf = ({ namespace = '*', group, resource, subresource, verb, name }: FleetRule): string =>
  [
    `${namespace}:`,
    verb,
    `${group === '' ? '' : `${group}/`}${resource}${subresource === undefined ? '' : `/${subresource}`}`,
    ...(name === undefined ? [] : [name]),
  ].join(' ');

interface Asked {
  readonly settings?: Partial<AuditSettings>;
  readonly extras?: readonly ExtraRight[];
  readonly namespaces?: readonly string[] | null;
  readonly minor?: number;
}

const words = ({ settings = {}, extras = [], namespaces = ['shop'], minor = 37 }: Asked) =>
  fleetRules({
    run: { runId: 'r1', namespace: 'jobs' },
    settings: { ...SETTINGS, ...settings },
    namespaces,
    hasExtra: (extra) => extras.includes(extra),
    minor,
  }).map(wordOf);

const OWN = ['jobs: list configmaps', 'jobs: create configmaps', 'jobs: patch configmaps audit-r1-counts'];
const ADD = ['shop: list pods', 'shop: watch pods', 'shop: patch pods/ephemeralcontainers'];
const LOG = 'shop: get pods/log';
const EXEC = ['shop: get pods/exec', 'shop: create pods/exec'];
const COPY = ['shop: get pods', 'shop: create pods', 'shop: delete pods'];
const COLLECT = { paths: ['/x'], folder: '/f', maxTotal: 1 };

describe('fleetRules', () => {
  it.each<{ label: string; asked: Asked; rules: readonly string[] }>([
    { label: 'a command', asked: {}, rules: [...OWN, ...ADD, LOG] },
    {
      label: 'events',
      asked: { extras: ['events'] },
      rules: [...OWN, ...ADD, LOG, 'shop: list events', 'shop: watch events'],
    },
    { label: 'exec for timeouts', asked: { extras: ['exec'] }, rules: [...OWN, ...ADD, LOG, ...EXEC] },
    { label: '--reuse', asked: { settings: { reuses: true } }, rules: [...OWN, ...ADD, LOG, ...EXEC] },
    { label: '--collect', asked: { settings: { collect: COLLECT } }, rules: [...OWN, ...ADD, ...EXEC] },
    { label: '--copy', asked: { settings: { copies: true } }, rules: [...OWN, ...ADD, LOG, ...COPY] },
    {
      label: 'exec on a server that checks no "create"',
      asked: { extras: ['exec'], minor: 34 },
      rules: [...OWN, ...ADD, LOG, 'shop: get pods/exec'],
    },
    {
      label: 'exec on a server of unknown version',
      asked: { extras: ['exec'], minor: NaN },
      rules: [...OWN, ...ADD, LOG, ...EXEC],
    },
    {
      label: 'all namespaces',
      asked: { namespaces: null },
      rules: [...OWN, ...[...ADD, LOG].map((word) => word.replace('shop', '*'))],
    },
    {
      label: 'each namespace',
      asked: { namespaces: ['shop', 'pay'] },
      rules: [...OWN, ...ADD, LOG, ...[...ADD, LOG].map((word) => word.replace('shop', 'pay'))],
    },
  ])('has what the workers need for $label', ({ asked, rules }) => {
    expect(words(asked).toSorted()).toEqual(rules.toSorted());
  });
});

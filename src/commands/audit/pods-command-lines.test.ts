import { expect, it } from 'vitest';
import { parseTargetOrNamespace } from '../../target/names/parse-target.ts';
import { podsCommandLines } from './pods-command-lines.ts';

const NOTHING = { targets: [], selection: {}, isAllNamespaces: false, namespaces: [] };

it.each([
  { chosen: {}, line: 'kubectl-debug pods -n here' },
  {
    chosen: { selection: { labelSelector: 'app in (web, db)', fieldSelector: 'spec.nodeName=n1' } },
    line: "kubectl-debug pods -n here -l 'app in (web, db)' --field-selector=spec.nodeName=n1",
  },
  {
    chosen: { isAllNamespaces: true, selection: { labelSelector: 'app=web' } },
    line: 'kubectl-debug pods -A -l app=web',
  },
  {
    chosen: { namespaces: ['shop', 'billing'], selection: { labelSelector: 'a' } },
    line: 'kubectl-debug pods -n shop -l a && kubectl-debug pods -n billing -l a',
  },
  {
    chosen: { targets: ['deploy/web', 'shop/web-1', 'web-2', 'node/n1'].map(parseTargetOrNamespace) },
    line: 'kubectl-debug pods -n here deployment/web pod/web-2 && kubectl-debug pods -n shop pod/web-1 && kubectl-debug pods node/n1',
  },
])('lists with $line what $chosen chooses', ({ chosen, line }) => {
  expect(podsCommandLines({ ...NOTHING, ...chosen }, 'here')).toBe(line);
});

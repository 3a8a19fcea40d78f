import { CliError } from '../../errors/cli-error.ts';
import type { LabelSelector } from '../../cluster/api/workloads.ts';

type Requirement = NonNullable<LabelSelector['matchExpressions']>[number];

/** The query syntax of each operator of a `LabelSelectorRequirement`. */
const OPERATORS: ReadonlyMap<string, (requirement: Requirement) => string> = new Map([
  ['In', ({ key, values = [] }) => `${key} in (${values.join(',')})`],
  ['NotIn', ({ key, values = [] }) => `${key} notin (${values.join(',')})`],
  ['Exists', ({ key }) => key],
  ['DoesNotExist', ({ key }) => `!${key}`],
]);

function requirementText(requirement: Requirement): string {
  const write = OPERATORS.get(requirement.operator);
  if (write === undefined)
    throw new CliError('unsupported', `the selector has an operator "${requirement.operator}"`);
  return write(requirement);
}

/**
 * The text of a `labelSelector` query for a selector. An empty selector gives an empty text, which selects all objects.
 * Throws `unsupported` for an unknown operator.
 * See https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/
 */
export function labelSelectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const equalities = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
  return [...equalities, ...matchExpressions.map(requirementText)].join(',');
}

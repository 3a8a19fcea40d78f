/** An object whose status may list conditions: a pod, a node. */
interface WithConditions<Condition> {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

interface NamedCondition {
  readonly type: string;
  readonly status: string;
}

/** The condition of this type; undefined where the status does not list it. */
export function findCondition<Condition extends NamedCondition>(
  { status }: WithConditions<Condition>,
  type: string,
): Condition | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

/** Whether the condition of this type is `True`; `False`, `Unknown` and a missing one are not. */
export function isConditionTrue(object: WithConditions<NamedCondition>, type: string): boolean {
  return findCondition(object, type)?.status === 'True';
}

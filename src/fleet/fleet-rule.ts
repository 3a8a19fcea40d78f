/** One verb that the workers of a run need. Their role grants it, and each worker asks for it before it begins. */
export interface FleetRule {
  /** undefined for all namespaces. */
  readonly namespace?: string | undefined;
  /** '' for the core group. */
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly verb: string;
  /** The only object that it is for; absent for all. */
  readonly name?: string;
}

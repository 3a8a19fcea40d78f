/** A page that is generated from a table of the program. */
export interface Page {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly render: () => string;
}

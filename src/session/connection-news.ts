/** What a person is told of the connection of a session. */
export type ConnectionNews =
  | { readonly kind: 'lost'; readonly reason: string; readonly isTyped: boolean }
  /** Input is over, as the container has seen the end of it; output goes on to come. */
  | { readonly kind: 'output-only'; readonly reason: string }
  | {
      readonly kind: 'back';
      readonly afterMs: number;
      readonly hasDroppedKeys: boolean;
      readonly hasDoubtfulKeys: boolean;
      /** Whether what was printed meanwhile may be missing. */
      readonly mayLack: boolean;
    };

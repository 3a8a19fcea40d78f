/** What a session tells while it goes on; src/join/say/say-news.ts has the words for each. */
export type SessionNews =
  /** The stream is open, and what is typed arrives. */
  | { readonly kind: 'open' }
  /** The command of an exec runs, as this process of its container; process 1 may be that of a keeper. */
  | { readonly kind: 'started'; readonly processId: number; readonly keeperIsFirst: boolean }
  /** This process was stopped (SIGTSTP), and reads no output until it continues. */
  | { readonly kind: 'stopped' }
  /** Our stdin has ended, but the remote command cannot be told. */
  | { readonly kind: 'input-end-unsent' }
  /** The log may not be read, so that nobody knows what was printed before we attached. */
  | { readonly kind: 'earlier-output-unknown' }
  | { readonly kind: 'lost'; readonly reason: string; readonly isTyped: boolean }
  /** The container has seen the end of its input; its output goes on. */
  | { readonly kind: 'output-only'; readonly reason: string }
  /** The connection is mended. */
  | {
      readonly kind: 'back';
      readonly afterMs: number;
      readonly hasDroppedKeys: boolean;
      readonly hasDoubtfulKeys: boolean;
      /** Whether what was printed meanwhile may be missing. */
      readonly mayLack: boolean;
    };

/** Who hears the news of a session. */
export type TellNews = (news: SessionNews) => void;

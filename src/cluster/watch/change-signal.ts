/** Lets several waiters hear of the next change without a listener each. */
export interface ChangeSignal {
  /** Resolves at the next change; rejects when no change can come any more. */
  readonly next: () => Promise<void>;
  readonly tell: () => void;
  readonly fail: (error: unknown) => void;
}

/** Makes a `Change` that nobody has told yet. */
export function makeChange(): ChangeSignal {
  let settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void };
  let promise: Promise<void>;
  const renew = (): void => {
    promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
    promise.catch(() => undefined); // nobody may be waiting when it fails
  };
  renew();
  return {
    next: () => promise,
    tell: () => {
      const { resolve } = settle;
      renew();
      resolve();
    },
    fail: (error) => settle.reject(error),
  };
}

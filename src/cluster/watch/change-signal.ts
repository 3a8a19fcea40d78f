/** Notifies any number of waiters of the next change. */
export interface ChangeSignal {
  /** Resolves at the next change; rejects after `fail`. */
  readonly next: () => Promise<void>;
  readonly tell: () => void;
  readonly fail: (error: unknown) => void;
}

/** Makes a signal. */
export function makeChange(): ChangeSignal {
  let settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void };
  let promise: Promise<void>;
  const renew = (): void => {
    promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
    promise.catch(() => undefined); // there may be no waiter to handle a failure
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

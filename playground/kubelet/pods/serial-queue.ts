/** Runs tasks one after the other, in order; a failed task does not stop the next. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(task);
    // The caller handles a failure of `result`.
    this.last = result.catch(() => undefined);
    return result;
  }
}

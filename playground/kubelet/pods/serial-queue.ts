/** Runs tasks one after the other, in the order in which they came; a failed one does not stop the next. */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.last.then(task);
    // The failure is the caller's, who has `result`.
    this.last = result.catch(() => undefined);
    return result;
  }
}

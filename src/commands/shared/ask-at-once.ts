/** As many connections as one command opens; more would wait for each other in the server. */
const AT_ONCE = 8;

/**
 * Asks about each item, at most eight under way at a time. Returns the answers in the order of the items; the first
 * failure stops what was not asked yet, and is thrown.
 */
export async function askAtOnce<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const answers: R[] = [];
  const waiting = items.entries();
  let isOver = false;
  const askNext = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (isOver) return;
      answers[index] = await ask(item);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, askNext));
  } finally {
    isOver = true;
  }
  return answers;
}

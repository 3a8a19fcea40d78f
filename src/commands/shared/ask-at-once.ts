/** How many requests one command makes at a time; with more, they would wait for each other in the server. */
const AT_ONCE = 8;

/**
 * Calls `ask` for each item, for at most eight at a time, and returns the answers in the order of the items. After the
 * first failure it asks about no more items, and throws that failure.
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

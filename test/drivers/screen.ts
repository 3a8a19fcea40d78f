const DEADLINE_MS = 240_000;

/** The output of a terminal. */
interface Screen {
  readonly shown: () => string;
  readonly add: (chunk: string) => void;
  /** Waits up to four minutes for text after the last match. */
  readonly waitFor: (pattern: RegExp | string) => Promise<RegExpExecArray>;
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Makes an empty screen. */
export function createScreen(): Screen {
  let shown = '';
  let position = 0;
  const listeners = new Set<() => void>();

  function take(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(shown.slice(position));
    if (match === null) return undefined;
    position += match.index + match[0].length;
    return match;
  }

  return {
    shown: () => shown,
    add: (chunk) => {
      shown += chunk;
      for (const listener of [...listeners]) listener();
    },
    waitFor: (wanted) => {
      const pattern = typeof wanted === 'string' ? new RegExp(escape(wanted)) : wanted;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          listeners.delete(look);
          const rest = JSON.stringify(shown.slice(position));
          const all = JSON.stringify(shown.slice(-4000));
          const where = `since the last match: ${rest}; at the end of all that was shown: ${all}`;
          reject(new Error(`the terminal never showed ${String(pattern)}; ${where}`));
        }, DEADLINE_MS);
        const look = (): void => {
          const match = take(pattern);
          if (match === undefined) return;
          clearTimeout(timer);
          listeners.delete(look);
          resolve(match);
        };
        listeners.add(look);
        look();
      });
    },
  };
}

import type { PodWay } from '../ways.ts';

/** A way that is closed when it is left and its last connection has ended. */
export interface KeptWay extends PodWay {
  /** How many connections use it that are not settled. */
  readonly openCount: () => number;
  /** How many connections were cut since the last call. */
  readonly takeCuts: () => { readonly count: number; readonly why: Error | undefined };
  /** Takes no new connections, and closes after the last one has ended. */
  readonly retire: () => void;
  /** Cuts the connections that are left. */
  readonly close: () => void;
}

/** What a kept way is told. */
interface Keeping extends Pick<KeptWay, 'pod' | 'way' | 'isFresh'> {
  /** Called when a connection is cut. */
  readonly onCut: () => void;
}

/** Makes the books of one way. */
export function keepWay({ pod, way, isFresh, onCut }: Keeping): KeptWay {
  let open = 0;
  let settled = 0;
  let cuts = 0;
  let why: Error | undefined;
  let isRetired = false;
  const closeIfUnused = (): void => {
    if (isRetired && open === 0) way.close();
  };
  return {
    pod,
    way,
    isFresh,
    openCount: () => open - settled,
    takeCuts: () => {
      const taken = { count: cuts, why };
      cuts = 0;
      why = undefined;
      return taken;
    },
    retire: () => {
      isRetired = true;
      closeIfUnused();
    },
    close: way.close,
    hold: () => {
      let isSettled = false;
      open += 1;
      return {
        settle: () => {
          if (!isSettled) settled += 1;
          isSettled = true;
        },
        release: (cut) => {
          open -= 1;
          if (isSettled) settled -= 1;
          else if (cut !== undefined) {
            cuts += 1;
            why ??= cut;
            onCut();
          }
          closeIfUnused();
        },
      };
    },
  };
}

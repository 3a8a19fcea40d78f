import { NOTHING_REPORTED, type ContainerEvents } from './container-events.ts';

/** In place of the node's events, where a watch of them for every container would be too much: the status has to do. */
export const NO_EVENTS: ContainerEvents = {
  latest: () => ({ ...NOTHING_REPORTED, isReadable: false }),
  openedAtMs: 0,
  changed: () => new Promise(() => undefined),
  close: () => undefined,
};

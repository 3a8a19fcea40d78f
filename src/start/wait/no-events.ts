import { NOTHING_REPORTED, type ContainerEvents } from './container-events.ts';

/** Stands in for events where a watch for every container would cost too much. Only the status tells of the start. */
export const NO_EVENTS: ContainerEvents = {
  latest: () => ({ ...NOTHING_REPORTED, isReadable: false }),
  openedAtMs: 0,
  changed: () => new Promise(() => undefined),
  close: () => undefined,
};

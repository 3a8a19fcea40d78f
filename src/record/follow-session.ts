import type { Io } from '../io.ts';
import type { ContainerFields, Pod } from '../pod/types.ts';
import type { Recorder } from './recorder.ts';

/** A session that begins. */
export interface BegunSession {
  readonly pod: Pod;
  readonly container: ContainerFields;
}

/**
 * Marks which container a record is about, as it may be another one than was planned, and follows the size of the window
 * until the returned function is called.
 */
export function followSession(
  { terminal }: Pick<Io, 'terminal'>,
  recorder: Recorder | undefined,
  { pod, container }: BegunSession,
): () => void {
  if (recorder === undefined) return () => undefined;
  const { namespace = '', name = '', uid = '' } = pod.metadata;
  recorder.mark(
    `container ${container.name} (${container.image ?? ''}) of pod ${namespace}/${name} (${uid})`,
  );
  const follow = (): void => {
    const size = terminal.size();
    if (size !== undefined) recorder.resize(size);
  };
  follow();
  return terminal.onResize(follow);
}

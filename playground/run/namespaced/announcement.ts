import type { OutputSink } from '../process/running-process.ts';

/** That the container runs, or why runc could not have executed its command. */
export type Announcement =
  { readonly kind: 'running' } | { readonly kind: 'failed'; readonly reason: string };

/** A sink that takes the announcement, the first line on stdout, out of the container's output. */
interface AnnouncedSink {
  readonly sink: OutputSink;
  /** The process has ended; without an announcement its output is the reason. */
  readonly end: () => void;
}

/** Reads the announcement of CONTAINER_ROOT_SCRIPT, tells it once, and passes the rest on to `container`. */
export function awaitAnnouncement(
  container: OutputSink,
  announce: (announcement: Announcement) => void,
): AnnouncedSink {
  let head = '';
  let isDone = false;
  const finish = (announcement: Announcement): void => {
    isDone = true;
    announce(announcement);
  };
  const readHead = (chunk: Buffer): void => {
    const lineEnd = chunk.indexOf('\n');
    head += chunk.toString('utf8', 0, lineEnd === -1 ? chunk.length : lineEnd);
    if (lineEnd === -1) return;
    finish(parseAnnouncement(head));
    if (lineEnd + 1 < chunk.length) container.stdout(chunk.subarray(lineEnd + 1));
  };
  return {
    sink: {
      stdout: (chunk) => (isDone ? container.stdout(chunk) : readHead(chunk)),
      stderr: (chunk) => {
        if (isDone) container.stderr(chunk);
        else head += chunk.toString();
      },
    },
    end: () => {
      if (!isDone) finish({ kind: 'failed', reason: head.trim() || 'the container ended while it was made' });
    },
  };
}

function parseAnnouncement(text: string): Announcement {
  const line = text.trim();
  if (line === 'running') return { kind: 'running' };
  return { kind: 'failed', reason: line.replace(/^failed /, '') };
}

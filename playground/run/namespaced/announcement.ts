import type { OutputSink } from '../process/running-process.ts';

/** Whether a container runs, or why runc could not have executed its command. */
export type Announcement =
  { readonly kind: 'running' } | { readonly kind: 'failed'; readonly reason: string };

/** A sink that keeps the announcement, the first line on stdout, away from the container's output. */
export interface AnnouncedSink {
  readonly sink: OutputSink;
  /** The process has ended: without an announcement what it printed so far is the reason. */
  readonly end: () => void;
}

/** Reads what CONTAINER_ROOT_SCRIPT announces, tells it once, and hands all that follows to `container`. */
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

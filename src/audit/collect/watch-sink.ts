import { CliError } from '../../errors/cli-error.ts';
import type { BytePath, FileSink, FileWriter, SourceEntry } from '../../files/file-sink.ts';
import { pathText } from '../../files/names/path-text.ts';

interface WatchedSink {
  readonly sink: FileSink;
  readonly links: readonly { readonly path: BytePath; readonly target: BytePath }[];
  /** Files that are there without having been read: from an earlier call, and second names. */
  readonly kept: readonly SourceEntry[];
}

/** What may come. */
interface Allowed {
  /** The bytes of a file that were taken for it. */
  readonly sizeOf: (path: BytePath) => number;
  /** Takes more bytes, for a file that grows. Returns false if there are none. */
  readonly takeMore: (bytes: number) => boolean;
}

/**
 * A sink that remembers what came into it besides the bytes of files, and stops a file that grows beyond the bounds while
 * it is read: its writer then throws `too-large`.
 */
export function watchSink(inner: FileSink, allowed: Allowed): WatchedSink {
  const links: { readonly path: BytePath; readonly target: BytePath }[] = [];
  const kept: SourceEntry[] = [];
  const limits = new Map<BytePath, number>();
  const sink: FileSink = {
    ...inner,
    hasFile: (entry) => {
      const has = inner.hasFile(entry);
      if (has) kept.push(entry);
      return has;
    },
    addLink: (entry, target) => {
      links.push({ path: entry.path, target });
      return inner.addLink(entry, target);
    },
    addHardLink: (entry, earlier) => {
      const has = inner.addHardLink(entry, earlier);
      if (has) kept.push(entry);
      return has;
    },
    openFile: (entry, from) => {
      const writer = inner.openFile(entry, from);
      return writer && limited(writer, { path: entry.path, from, limits, allowed });
    },
  };
  return { sink, links, kept };
}

interface Limited {
  readonly path: BytePath;
  /** Where the writing begins. */
  readonly from: number;
  /** How far each file may grow; a file that is read again has what it had taken. */
  readonly limits: Map<BytePath, number>;
  readonly allowed: Allowed;
}

function limited(writer: FileWriter, { path, from, limits, allowed }: Limited): FileWriter {
  let written = from;
  return {
    ...writer,
    write: (bytes) => {
      written += bytes.length;
      const limit = limits.get(path) ?? allowed.sizeOf(path);
      if (written > limit) {
        if (!allowed.takeMore(written - limit)) throw grewTooLarge(path);
        limits.set(path, written);
      }
      return writer.write(bytes);
    },
  };
}

function grewTooLarge(path: BytePath): CliError {
  const what = path === '' ? 'the file' : pathText(path);
  return new CliError('too-large', `${what} grew beyond --max-output or --max-total while it was read`, {
    hint: 'raise them, or collect the file once it grows no more',
  });
}

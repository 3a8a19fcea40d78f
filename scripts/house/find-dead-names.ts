import type { Fault } from './find-faults.ts';

/** A file of TypeScript or a folder, in backticks. */
const NAME = /`([\w./-]+(?:\.ts|\/))`/g;
/** What is not among the files of the house. */
const ELSEWHERE = /^(?:test|bench|bin|scripts|docs)\//;

/** Finds the files and folders of the source that a page names, in full or by the end of their path, and that are not there. */
export function findDeadNames(path: string, page: string, files: readonly string[]): readonly Fault[] {
  return page.split('\n').flatMap((text, index) =>
    [...text.matchAll(NAME)]
      .map(([, name = '']) => name)
      .filter((name) => !ELSEWHERE.test(name) && !files.some((file) => `/${file}`.includes(`/${name}`)))
      .map((name) => ({ path, line: index + 1, why: `there is no ${name} in the source` })),
  );
}

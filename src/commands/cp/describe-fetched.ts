import type { Fetched } from '../../files/fetch/fetch-files.ts';
import { fetchedRemarks, lacksFiles } from '../../files/fetch/fetched-remarks.ts';
import type { Refused } from '../../files/names/refusals.ts';
import type { Copied } from './copy-job.ts';

/** What a download has brought, in words for the end. */
export function describeFetched(fetched: Fetched, refused: readonly Refused[]): Copied {
  const { files, notes } = fetched;
  return {
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    isVerified: !notes.some(({ trouble }) => trouble === 'unverified' || trouble === 'changed'),
    lacksFiles: lacksFiles(fetched),
    remarks: fetchedRemarks(fetched, refused),
  };
}

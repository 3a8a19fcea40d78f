import type { Notes } from '../../../output/say/notes.ts';
import type { RecordWish } from '../../../record/record-wish.ts';
import type { CommandInput } from '../../../flags/flag.ts';
import type { Io } from '../../../io.ts';
import type { AuditPods } from '../audit-pods.ts';
import type { AuditRequest } from '../audit-request.ts';
import type { ResultsFlags } from '../audit-results.ts';
import type { CliError } from '../../../errors/cli-error.ts';
import type { OpenContext, UsedContext } from '../../shared/contexts/with-contexts.ts';

/** A call of `audit` that is about several clusters. */
export interface AuditInContexts {
  readonly io: Io;
  readonly input: CommandInput;
  readonly request: AuditRequest;
  readonly shown: ResultsFlags;
  readonly wish: RecordWish | undefined;
  readonly notes: Notes;
}

/** The pods of a context, or why they could not be read. */
export type ContextPods =
  | { readonly kind: 'found'; readonly context: OpenContext; readonly pods: AuditPods }
  | { readonly kind: 'failed'; readonly context: UsedContext; readonly error: CliError };

import { cause, invalidOptions } from '../api/request/status-error.ts';

export interface WriteOptions {
  /** Check and answer, but store nothing. */
  readonly isDryRun: boolean;
  /** Unknown fields are an error, a warning, or ignored. */
  readonly fieldValidation: 'Strict' | 'Warn' | 'Ignore';
  /** Empty if the request does not name one. */
  readonly manager: string;
}

const MANAGER_LIMIT = 128;

/**
 * Reads `dryRun`, `fieldValidation` and `fieldManager` of a create or a patch; `kind` is `CreateOptions` or
 * `PatchOptions`. Throws `StatusError` 422 for unknown values.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
 */
export function parseWriteOptions(query: URLSearchParams, kind: string): WriteOptions {
  const dryRun = query.getAll('dryRun').filter((value) => value !== '');
  if (dryRun.some((value) => value !== 'All')) {
    const value = JSON.stringify(dryRun);
    throw invalidOptions(kind, cause.notSupported('dryRun', value, ['All']));
  }
  const manager = query.get('fieldManager') ?? '';
  if (Buffer.byteLength(manager) > MANAGER_LIMIT) {
    const message = `Too long: may not be more than ${MANAGER_LIMIT} bytes`;
    throw invalidOptions(kind, { reason: 'FieldValueTooLong', message, field: 'fieldManager' });
  }
  return { isDryRun: dryRun.length > 0, fieldValidation: parseFieldValidation(query, kind), manager };
}

function parseFieldValidation(query: URLSearchParams, kind: string): WriteOptions['fieldValidation'] {
  const text = query.get('fieldValidation') ?? '';
  if (text === '') return 'Warn';
  if (text === 'Strict' || text === 'Warn' || text === 'Ignore') return text;
  const supported = ['', 'Ignore', 'Strict', 'Warn'];
  throw invalidOptions(kind, cause.notSupported('fieldValidation', JSON.stringify(text), supported));
}

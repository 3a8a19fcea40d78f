import { badRequest } from '../api/request/status-error.ts';
import { valueAt } from '../json.ts';

interface FieldRequirement {
  readonly field: string;
  readonly value: string;
  readonly isNegated: boolean;
}

/**
 * Parses a field selector (`spec.nodeName=n1,status.phase!=Failed`) into a test for objects. Throws `StatusError` 400
 * for fields that are not `supported`, as a real server does.
 */
export function parseFieldSelector(text: string, supported: readonly string[]): (object: unknown) => boolean {
  const requirements = splitTerms(text).map(parseTerm);
  for (const { field } of requirements) {
    if (!supported.includes(field)) throw badRequest(`field label not supported: ${field}`);
  }
  return (object) =>
    requirements.every(({ field, value, isNegated }) => (textAt(object, field) === value) !== isNegated);
}

/** Commas separate terms; a backslash escapes a comma, an equals sign or a backslash. */
function splitTerms(text: string): readonly string[] {
  return (text.match(/(?:\\.|[^,\\])+/gs) ?? []).filter((term) => term.trim() !== '');
}

function parseTerm(term: string): FieldRequirement {
  const [, field, operator, value = ''] = /^([^=!]+)(!=|==?)(.*)$/s.exec(term) ?? [];
  if (field === undefined) throw badRequest(`invalid selector: '${term}'; can't understand '${term}'`);
  return { field, value: value.replace(/\\(.)/gs, '$1'), isNegated: operator === '!=' };
}

function textAt(object: unknown, field: string): string {
  const value = valueAt(object, field);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

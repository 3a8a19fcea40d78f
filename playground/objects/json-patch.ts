import { badRequest, cause, invalid } from '../api/request/status-error.ts';
import { isJsonObject, type JsonObject, textAt } from '../json.ts';

/**
 * Applies a JSON patch (https://www.rfc-editor.org/rfc/rfc6902) of `add`, `remove`, `replace` and `test`. Throws
 * `StatusError` 400 for another, 422 where it does not fit.
 */
export function applyJsonPatch(object: JsonObject, patch: unknown): JsonObject {
  if (!Array.isArray(patch))
    throw badRequest('json: cannot unmarshal object into Go value of type jsonpatch.Patch');
  const result = patch.filter(isJsonObject).reduce<unknown>(applyOperation, object);
  if (isJsonObject(result)) return result;
  throw unfit('the result is not an object');
}

function applyOperation(document: unknown, operation: JsonObject): unknown {
  const keys = textAt(operation, 'path')
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return changeAt(document, keys, operation);
}

function changeAt(parent: unknown, [key = '', ...rest]: readonly string[], operation: JsonObject): unknown {
  if (Array.isArray(parent)) return changeItem(parent, key, { rest, operation });
  if (!isJsonObject(parent)) throw missing(operation);
  if (rest.length > 0) {
    if (!Object.hasOwn(parent, key)) throw missing(operation);
    return { ...parent, [key]: changeAt(parent[key], rest, operation) };
  }
  return changeField(parent, key, operation);
}

function changeField(parent: JsonObject, key: string, operation: JsonObject): JsonObject {
  const { [key]: before, ...others } = parent;
  const kind = textAt(operation, 'op');
  // A server is as lenient: it adds what a `replace` does not find.
  if ((kind === 'remove' || kind === 'test') && before === undefined) throw missing(operation);
  if (kind === 'remove') return others;
  if (kind !== 'test') return { ...parent, [key]: operation['value'] };
  if (JSON.stringify(before) === JSON.stringify(operation['value'])) return parent;
  throw unfit(`testing value ${textAt(operation, 'path')} failed: test failed`);
}

function changeItem(
  items: readonly unknown[],
  key: string,
  { rest, operation }: { readonly rest: readonly string[]; readonly operation: JsonObject },
): readonly unknown[] {
  const index = key === '-' ? items.length : Number(key);
  if (rest.length > 0) return items.with(index, changeAt(items[index], rest, operation));
  switch (textAt(operation, 'op')) {
    case 'add':
      return items.toSpliced(index, 0, operation['value']);
    case 'remove':
      return items.toSpliced(index, 1);
    default:
      return items.with(index, operation['value']);
  }
}

function missing(operation: JsonObject): Error {
  const kind = textAt(operation, 'op');
  return unfit(
    `${kind} operation does not apply: doc is missing key: ${textAt(operation, 'path')}: missing value`,
  );
}

function unfit(detail: string): Error {
  return invalid({ kind: '', name: '' }, [cause.invalid('patch', '""', detail)]);
}

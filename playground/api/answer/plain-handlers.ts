import { deleteObject, deleteObjects, type ObjectRemover } from '../../objects/delete-object.ts';
import { createObject, type ObjectWriter, patchObject, updateObject } from '../../objects/write-object.ts';
import { PLAIN_PRINTERS } from '../../read/plain-printers.ts';
import { readResource, type ReadSurroundings } from '../../read/read-resource.ts';
import { PLAIN_RESOURCES, type PlainResource } from '../../store/objects.ts';
import type { ResourceCall } from '../request/api-call.ts';
import type { Reply } from '../request/reply.ts';

/** The parts of the server that requests for plain objects need. */
export interface PlainApi extends ObjectWriter, ObjectRemover, ReadSurroundings {}

type PlainHandler = (api: PlainApi, call: ResourceCall) => Reply | Promise<Reply>;

/** The handlers of all plain resources by `verb resource`. */
export const PLAIN_HANDLERS: Readonly<Record<string, PlainHandler>> = Object.fromEntries(
  PLAIN_RESOURCES.flatMap(handlersOf),
);

function handlersOf(name: PlainResource): readonly (readonly [string, PlainHandler])[] {
  const read: PlainHandler = (api, call) =>
    readResource({ name, store: api.stores[name], printer: PLAIN_PRINTERS[name] }, call, api);
  return [
    [`get ${name}`, read],
    [`list ${name}`, read],
    [`watch ${name}`, read],
    [`create ${name}`, (api, call) => createObject(api, call, name)],
    [`update ${name}`, (api, call) => updateObject(api, call, name)],
    [`patch ${name}`, (api, call) => patchObject(api, call, name)],
    [`delete ${name}`, (api, call) => deleteObject(api, call, name)],
    [`deletecollection ${name}`, (api, call) => deleteObjects(api, call, name)],
  ];
}

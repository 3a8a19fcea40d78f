import { goJson } from '../jsonpath/go-text.ts';
import { printable } from '../printable.ts';
import { yamlDocument } from '../yaml/yaml-document.ts';

/** An object of the API with its `apiVersion` and `kind`, or the event of a watch with such an object in it. */
export interface ApiObject {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly object?: ApiObject;
}

export interface ObjectOptions {
  /** Hidden unless `--show-managed-fields` is given. */
  readonly showsManagedFields: boolean;
}
const HIDING: ObjectOptions = { showsManagedFields: false };

interface Format {
  readonly document: (object: ApiObject) => string;
  /** Printed between two documents. */
  readonly between: string;
  readonly listStart: string;
  readonly listItem: (object: ApiObject, index: number) => string;
  readonly listEnd: (count: number) => string;
}

function nameLine({ kind = '', metadata, object }: ApiObject): string {
  if (object !== undefined) return nameLine(object);
  return printable(`${kind.toLowerCase()}/${metadata?.name ?? ''}`) + '\n';
}

/** Each event of a watch is one line. */
function jsonDocument(object: ApiObject): string {
  return object.object === undefined
    ? `${goJson(object, 4)}\n`
    : `{"type":${goJson(typeOf(object))},"object":${goJson(object.object)}}\n`;
}

function typeOf(event: object): unknown {
  return 'type' in event ? event.type : undefined;
}

const FORMATS = {
  json: {
    document: jsonDocument,
    between: '',
    listStart: '{\n    "apiVersion": "v1",\n    "items": [',
    listItem: (object, index) =>
      `${index === 0 ? '' : ','}\n${' '.repeat(8)}${goJson(object, 4).replaceAll('\n', `\n${' '.repeat(8)}`)}`,
    listEnd: (count) =>
      `${count === 0 ? '' : '\n    '}],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n`,
  },
  yaml: {
    document: (object) => `${yamlDocument(object)}\n`,
    between: '---\n',
    listStart: 'apiVersion: v1\nitems:',
    listItem: (object) => `\n${yamlDocument([object])}`,
    listEnd: (count) => `${count === 0 ? ' []' : ''}\nkind: List\nmetadata:\n  resourceVersion: ""\n`,
  },
  name: { document: nameLine, between: '', listStart: '', listItem: nameLine, listEnd: () => '' },
} as const satisfies Record<string, Format>;

/** The formats of `-o` that print whole objects. */
export type ObjectFormat = keyof typeof FORMATS;

/** Like `kubectl get`, keeps managed fields in the events of a watch. */
function readable(object: ApiObject, { showsManagedFields }: ObjectOptions): ApiObject {
  if (showsManagedFields || object.metadata === undefined) return object;
  const metadata = Object.entries(object.metadata).filter(([key]) => key !== 'managedFields');
  return { ...object, metadata: Object.fromEntries(metadata) };
}

/** Prints one object like kubectl: a document, or `kind/name`. The text is printable and ends with a line feed. */
export function printObject(object: ApiObject, format: ObjectFormat): string {
  return FORMATS[format].document(readable(object, HIDING));
}

/** Prints objects in parts, so that a page can be written before the next one is read. */
export interface ObjectPrinter {
  /** The text of more items; the first call also opens the list. */
  readonly items: (objects: readonly ApiObject[]) => string;
  /** The end of the document; for an empty list, the whole document. */
  readonly end: () => string;
}

/** Starts a v1 List as kubectl prints it; all parts together are one document. */
export function openList(format: ObjectFormat, options = HIDING): ObjectPrinter {
  const { listStart, listItem, listEnd } = FORMATS[format];
  let isOpen = false;
  let count = 0;
  const open = (): string => {
    const start = isOpen ? '' : listStart;
    isOpen = true;
    return start;
  };
  return {
    items: (objects) => {
      const parts = objects.map((object, index) => listItem(readable(object, options), count + index));
      count += objects.length;
      return open() + parts.join('');
    },
    end: () => open() + listEnd(count),
  };
}

/** Prints each object as a document of its own. */
export function openObjects(format: ObjectFormat, options = HIDING): ObjectPrinter {
  const { document, between } = FORMATS[format];
  let isFirst = true;
  const print = (object: ApiObject): string => {
    const start = isFirst ? '' : between;
    isFirst = false;
    return start + document(readable(object, options));
  };
  return { items: (objects) => objects.map(print).join(''), end: () => '' };
}

import { printable, printableJson } from './printable.ts';
import { yamlDocument } from './yaml-document.ts';

/** An object of the API, with its `apiVersion` and `kind`. */
export interface ApiObject {
  readonly kind?: string;
  readonly metadata: { readonly name?: string };
}

interface Format {
  readonly document: (object: ApiObject) => string;
  readonly listStart: string;
  readonly listItem: (object: ApiObject, index: number) => string;
  readonly listEnd: (count: number) => string;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, sortKeys(inner)]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** As Go writes JSON: keys sorted, and `<`, `>`, `&` escaped, as if it went into a web page. */
function jsonDocument(value: unknown): string {
  const text = JSON.stringify(sortKeys(value), undefined, 4);
  return printableJson(text).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

function nameLine({ kind = '', metadata }: ApiObject): string {
  return printable(`${kind.toLowerCase()}/${metadata.name ?? ''}`) + '\n';
}

const FORMATS = {
  json: {
    document: (object) => `${jsonDocument(object)}\n`,
    listStart: '{\n    "apiVersion": "v1",\n    "items": [',
    listItem: (object, index) =>
      `${index === 0 ? '' : ','}\n${' '.repeat(8)}${jsonDocument(object).replaceAll('\n', `\n${' '.repeat(8)}`)}`,
    listEnd: (count) =>
      `${count === 0 ? '' : '\n    '}],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n`,
  },
  yaml: {
    document: (object) => `${yamlDocument(object)}\n`,
    listStart: 'apiVersion: v1\nitems:',
    listItem: (object) => `\n${yamlDocument([object])}`,
    listEnd: (count) => `${count === 0 ? ' []' : ''}\nkind: List\nmetadata:\n  resourceVersion: ""\n`,
  },
  name: { document: nameLine, listStart: '', listItem: nameLine, listEnd: () => '' },
} as const satisfies Record<string, Format>;

/** The words of `-o` that print objects as they are. */
export type ObjectFormat = keyof typeof FORMATS;

/** As `kubectl get` does unless `--show-managed-fields` is given. */
function hideManagedFields(object: ApiObject): ApiObject {
  const metadata = Object.entries(object.metadata).filter(([key]) => key !== 'managedFields');
  return { ...object, metadata: Object.fromEntries(metadata) };
}

/** One object as kubectl prints it: one document, or `kind/name`. Printable; ends with a line feed. */
export function printObject(object: ApiObject, format: ObjectFormat): string {
  return FORMATS[format].document(hideManagedFields(object));
}

/** Prints a v1 List in parts, so that a page can be written before the next one is read. */
export interface ListPrinter {
  /** The text of more items; the first call opens the list. */
  readonly items: (objects: readonly ApiObject[]) => string;
  /** The end of the document; of an empty list the whole. */
  readonly end: () => string;
}

/** Starts a list as kubectl prints it; the parts together are one document. */
export function openList(format: ObjectFormat): ListPrinter {
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
      const parts = objects.map((object, index) => listItem(hideManagedFields(object), count + index));
      count += objects.length;
      return open() + parts.join('');
    },
    end: () => open() + listEnd(count),
  };
}

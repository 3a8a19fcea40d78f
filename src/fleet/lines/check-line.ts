type FieldType = 'text' | 'number' | 'object' | 'list';

type LineFields = Readonly<Record<string, FieldType>>;

const OF_CONTAINER: LineFields = { container: 'text' };

/** By the kind of a line, the fields that this program reads without checking that they are present. */
const FIELDS: Readonly<Record<string, LineFields>> = {
  run: {
    version: 'number',
    runId: 'text',
    startedAt: 'text',
    settings: 'object',
    'settings.request': 'object',
    'settings.request.command': 'list',
  },
  share: {
    worker: 'number',
    workers: 'number',
    coldPerNode: 'number',
    'pace.perSecond': 'number',
    'pace.burst': 'number',
    rules: 'list',
  },
  item: {
    'item.container': 'text',
    'item.uid': 'text',
    'item.node': 'text',
    'item.podIPs': 'list',
    'item.pod.namespace': 'text',
    'item.pod.name': 'text',
    'item.target.kind': 'text',
  },
  adding: OF_CONTAINER,
  exec: OF_CONTAINER,
  copying: OF_CONTAINER,
  'copy-deleted': OF_CONTAINER,
  // Its fields are checked as it is read.
  row: { id: 'text', row: 'object' },
  file: {
    id: 'text',
    container: 'text',
    top: 'text',
    path: 'text',
    type: 'text',
    size: 'number',
    mode: 'number',
    mtime: 'number',
    offset: 'number',
    bytes: 'text',
  },
};

const CHECKS: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
};

/** The version of the lines that this program writes, and reads. */
const VERSION = 1;

/**
 * Throws `TypeError` for what is no line: others may write ConfigMaps too. The message names the field, and no value, which may
 * be a secret. Lines of other kinds pass: a newer version may have them.
 */
export function checkLine(line: unknown): void {
  const kind = readField(line, ['kind']);
  if (typeof kind !== 'string') throw new TypeError('a line has no kind');
  for (const [name, type] of Object.entries(Object.hasOwn(FIELDS, kind) ? (FIELDS[kind] ?? {}) : {}))
    if (!CHECKS[type](readField(line, name.split('.'))))
      throw new TypeError(`${name} of a line is missing, or no ${type}`);
  if (kind === 'run' && readField(line, ['version']) !== VERSION)
    throw new TypeError('another version of this program has started it');
}

function readField(value: unknown, names: readonly string[]): unknown {
  return names.reduce(
    (found: unknown, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? Object.entries(found).find(([key]) => key === name)?.[1]
        : undefined,
    value,
  );
}

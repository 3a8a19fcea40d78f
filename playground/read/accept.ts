import { notAcceptable } from '../api/request/status-error.ts';

/** The format of an answer: objects, only their metadata, or rows of a table. */
type Representation = 'json' | 'metadata' | 'table';

/**
 * The first format in an `Accept` header that this server supports; it does not support protobuf.
 * Throws `StatusError` 406 if there is none.
 * See https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-tables
 */
export function chooseRepresentation(accept: string | undefined): Representation {
  const wanted = accept === undefined || accept === '' ? ['*/*'] : accept.split(',');
  for (const mediaRange of wanted) {
    const representation = readMediaRange(mediaRange);
    if (representation !== undefined) return representation;
  }
  throw notAcceptable();
}

const FORMS: Readonly<Record<string, Representation>> = {
  'as=table': 'table',
  'as=partialobjectmetadata': 'metadata',
  'as=partialobjectmetadatalist': 'metadata',
};

function readMediaRange(text: string): Representation | undefined {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  if (!['*/*', 'application/*', 'application/json'].includes(type)) return undefined;
  const form = parameters.find((parameter) => parameter.startsWith('as='));
  if (form === undefined) return 'json';
  const isKnown = parameters.includes('v=v1') || parameters.includes('v=v1beta1');
  if (!isKnown || !parameters.includes('g=meta.k8s.io')) return undefined;
  return FORMS[form];
}

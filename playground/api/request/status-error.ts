/** One wrong field of an object. */
export interface StatusCause {
  readonly reason: string;
  readonly message: string;
  readonly field: string;
}

/**
 * The machine-readable part of a Status:
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly causes?: readonly {
    readonly reason?: string;
    readonly message: string;
    readonly field?: string;
  }[];
  readonly retryAfterSeconds?: number;
}

/** The `metav1.Status` of a refused request, with its fields in the server's order. */
export interface StatusBody {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly continue?: string };
  readonly status: 'Failure';
  readonly message: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code: number;
}

/** A refusal with the message of a real API server; becomes the reply. */
export class StatusError extends Error {
  override readonly name = 'StatusError';
  readonly body: StatusBody;

  /** `continue` is the token that continues an expired list. */
  constructor(code: number, message: string, rest: StatusRest = {}) {
    super(message);
    const { continue: token, ...fields } = rest;
    const metadata = token === undefined ? {} : { continue: token };
    this.body = { kind: 'Status', apiVersion: 'v1', metadata, status: 'Failure', message, ...fields, code };
  }
}

type StatusRest = Pick<StatusBody, 'reason' | 'details'> & { readonly continue?: string };

/** 401 for an unknown token. */
export function unauthorized(): StatusError {
  return new StatusError(401, 'Unauthorized', { reason: 'Unauthorized' });
}

/** 400 with the message of the decoder that failed. */
export function badRequest(message: string): StatusError {
  return new StatusError(400, message, { reason: 'BadRequest' });
}

/** `resource` is the plural, as in `pods "web-1" not found`. */
export function notFound(resource: string, name: string): StatusError {
  const details = { name, kind: resource };
  return new StatusError(404, `${resource} "${name}" not found`, { reason: 'NotFound', details });
}

/** 404 for an unknown resource or subresource; `details` is empty. */
export function noSuchResource(): StatusError {
  const message = 'the server could not find the requested resource';
  return new StatusError(404, message, { reason: 'NotFound', details: {} });
}

/** 405 for a verb that a resource does not have. */
export function methodNotAllowed(): StatusError {
  const message = 'the server does not allow this method on the requested resource';
  return new StatusError(405, message, { reason: 'MethodNotAllowed', details: {} });
}

/** 406 for an `Accept` header that names no format of this server. */
export function notAcceptable(): StatusError {
  const message = '406: Not Acceptable\n\nAvailable representations: application/json';
  return new StatusError(406, message, { reason: 'NotAcceptable', details: {} });
}

/** 409 for a name that is taken; `resource` is the plural. */
export function alreadyExists(resource: string, name: string): StatusError {
  const details = { name, kind: resource };
  return new StatusError(409, `${resource} "${name}" already exists`, { reason: 'AlreadyExists', details });
}

/** 409 for an object that is not, or is no longer, what the request expects. */
export function conflict(subject: { kind: string; name: string }, why: string): StatusError {
  const message = `Operation cannot be fulfilled on ${subject.kind} "${subject.name}": ${why}`;
  return new StatusError(409, message, {
    reason: 'Conflict',
    details: { name: subject.name, kind: subject.kind },
  });
}

/** 410 for a version that the server has forgotten: the client has to list again. */
export function expired(message: string): StatusError {
  return new StatusError(410, message, { reason: 'Expired' });
}

/** 413; `limit` is in bytes. */
export function bodyTooLarge(limit: number): StatusError {
  const message = `Request entity too large: limit is ${limit}`;
  return new StatusError(413, message, { reason: 'RequestEntityTooLarge' });
}

/** 415 for the body of a create in a type that the server does not read. */
export function unsupportedMediaType(message: string): StatusError {
  return new StatusError(415, message, { reason: 'UnsupportedMediaType' });
}

/** 415 for a patch of a type that the server does not apply. */
export function unsupportedPatchType(): StatusError {
  return new StatusError(415, '415: Unsupported Media Type', { reason: 'UnsupportedMediaType', details: {} });
}

/** 500 for a bug of the playground, so that a test sees it. */
export function internalError(error: unknown): StatusError {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new StatusError(500, `Internal error occurred: ${why}`, { reason: 'InternalError' });
}

/** 422 for an object or options with wrong fields: `Pod "web-1" is invalid: …`, with a cause for each field. */
export function invalid(
  subject: { readonly kind: string; readonly group?: string; readonly name: string },
  causes: readonly StatusCause[],
): StatusError {
  // The message has a text once that two checks share; both causes are listed.
  const texts = [...new Set(causes.map((cause) => `${cause.field}: ${cause.message}`))];
  const all = texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
  const kind = subject.group === undefined ? subject.kind : `${subject.kind}.${subject.group}`;
  const details = {
    ...(subject.name === '' ? {} : { name: subject.name }),
    ...(subject.group === undefined ? {} : { group: subject.group }),
    ...(subject.kind === '' ? {} : { kind: subject.kind }),
    causes,
  };
  return new StatusError(422, `${kind} "${subject.name}" is invalid: ${all}`, { reason: 'Invalid', details });
}

/** 422 for wrong options in a query, such as `dryRun=yes`. */
export function invalidOptions(kind: string, cause: StatusCause): StatusError {
  return invalid({ kind, group: 'meta.k8s.io', name: '' }, [cause]);
}

/** The server's five kinds of wrong fields. */
export const cause = {
  required: (field: string, detail = ''): StatusCause => ({
    reason: 'FieldValueRequired',
    message: detail === '' ? 'Required value' : `Required value: ${detail}`,
    field,
  }),
  /** `value` as it is printed: a string quoted, an object as JSON. */
  invalid: (field: string, value: string, detail: string): StatusCause => ({
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${value}: ${detail}`,
    field,
  }),
  forbidden: (field: string, detail: string): StatusCause => ({
    reason: 'FieldValueForbidden',
    message: `Forbidden: ${detail}`,
    field,
  }),
  duplicate: (field: string, value: string): StatusCause => ({
    reason: 'FieldValueDuplicate',
    message: `Duplicate value: ${JSON.stringify(value)}`,
    field,
  }),
  notFound: (field: string, value: string): StatusCause => ({
    reason: 'FieldValueNotFound',
    message: `Not found: ${JSON.stringify(value)}`,
    field,
  }),
  /** `value` as it is printed. */
  notSupported: (field: string, value: string, supported: readonly string[]): StatusCause => ({
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${value}: supported values: ${supported.map((text) => JSON.stringify(text)).join(', ')}`,
    field,
  }),
};

/** By the code of the runtime of the executable, whose TLS is BoringSSL. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['ERR_SOCKET_CLOSED', 'ECONNRESET'],
  ['ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
  // Node has the answer of a server that does not speak our TLS as a failed write.
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'EPROTO'],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'EPROTO'],
  ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'EPROTO'],
  ['ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY', 'EPROTO'],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'EPROTO'],
  ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'EPROTO'],
  ['ERR_SSL_UNEXPECTED_MESSAGE', 'EPROTO'],
]);

/** The code that Node gives the same failure of a connection; the same one if both agree. */
export const codeAsInNode = (code: string): string => CODES.get(code) ?? code;

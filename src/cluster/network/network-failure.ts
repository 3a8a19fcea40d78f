import { tooLarge } from '../../errors/bounds.ts';
import { CliError, isCliError } from '../../errors/cli-error.ts';
import { errorText } from '../../errors/error-text.ts';
import { codeAsInNode } from '../../system/single-file/code-as-in-node.ts';
import type { Authorities } from './system-authorities.ts';

interface Words {
  readonly why: string;
  readonly hint: string;
}

const NOT_TRUSTED: Words = {
  why: 'its certificate is not signed by a trusted authority',
  hint: 'set certificate-authority in the kubeconfig, or give --certificate-authority',
};
const NO_HOST: Words = {
  why: 'its host name cannot be resolved',
  hint: 'check the server address, DNS and VPN',
};
const NO_ROUTE: Words = {
  why: 'its address does not answer',
  hint: 'check the network, VPN and firewall',
};
const CUT: Words = {
  why: 'the connection was cut',
  hint: 'check the network, or a proxy on the way, and try again',
};
const NO_TLS: Words = {
  why: 'the TLS handshake failed',
  hint: 'check port and scheme (http or https) of the server address',
};
const CERTIFICATE_WANTED: Words = {
  why: 'it does not accept the client certificate, or wants one',
  hint: 'check client-certificate and client-key of the user in the kubeconfig',
};

/** By the code of Node's and OpenSSL's errors; see https://nodejs.org/api/errors.html#common-system-errors */
const FAILURES: ReadonlyMap<string, Words> = new Map([
  [
    'ECONNREFUSED',
    { why: 'the connection was refused', hint: 'check that the cluster runs and that its address is right' },
  ],
  ['ENOTFOUND', NO_HOST],
  ['EAI_AGAIN', NO_HOST],
  ['ETIMEDOUT', NO_ROUTE],
  ['EHOSTUNREACH', NO_ROUTE],
  ['ENETUNREACH', NO_ROUTE],
  ['EADDRNOTAVAIL', NO_ROUTE],
  ['ECONNRESET', CUT],
  ['EPIPE', CUT],
  ['ECONNABORTED', CUT],
  [
    'CERT_HAS_EXPIRED',
    { why: 'its certificate has expired', hint: 'renew it, and check the clock of this machine' },
  ],
  [
    'CERT_NOT_YET_VALID',
    { why: 'its certificate is not valid yet', hint: 'check the clock of this machine' },
  ],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', NOT_TRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', NOT_TRUSTED],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', NOT_TRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT', NOT_TRUSTED],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', NOT_TRUSTED],
  ['CERT_UNTRUSTED', NOT_TRUSTED],
  ['CERT_SIGNATURE_FAILURE', NOT_TRUSTED],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    { why: 'its certificate is for other names', hint: 'give the right one with --tls-server-name' },
  ],
  ['EPROTO', NO_TLS],
  ['ERR_SSL_WRONG_VERSION_NUMBER', NO_TLS],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', NO_TLS],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', CERTIFICATE_WANTED],
  ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', CERTIFICATE_WANTED],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', CERTIFICATE_WANTED],
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', CERTIFICATE_WANTED],
]);

/** The code of a system or TLS error, else the empty string. */
function failureCode(error: unknown): string {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return '';
  return FAILURES.has(error.code) ? error.code : codeAsInNode(error.code);
}

/** Whether the server or a proxy closed the connection during the request. */
export function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(failureCode(error));
}

/** Node's codes for headers or trailers that exceed its limit. */
const HEADERS_PASSED = ['HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW', 'UND_ERR_HEADERS_OVERFLOW'];

/** The error for headers that exceed their bound; undefined for other failures. `subject` as for `tooLarge`. */
export function headersTooLarge(error: unknown, subject: string): CliError | undefined {
  return HEADERS_PASSED.includes(failureCode(error)) ? tooLarge('headers', subject) : undefined;
}

/**
 * Explains the code of a system or TLS error; undefined for other errors. Names `trusted`, the authorities, if the
 * certificate is not trusted.
 */
export function failureWords(error: unknown, trusted?: Authorities): Words | undefined {
  const words = FAILURES.get(failureCode(error));
  if (words !== NOT_TRUSTED || trusted === undefined) return words;
  return { why: `${words.why} (${trusted.shown})`, hint: trusted.hint };
}

/**
 * Explains why a request got no answer, with the server's address and, for an untrusted certificate, the trusted
 * authorities. Returns a `CliError` unchanged.
 */
export function networkFailure(error: unknown, server: string, trusted?: Authorities): CliError {
  if (isCliError(error)) return error;
  const passed = headersTooLarge(error, `the head of an answer of ${server}`);
  if (passed !== undefined) return passed;
  const words = failureWords(error, trusted);
  const why = words?.why ?? errorText(error);
  return new CliError('unreachable', `cannot reach the API server ${server}: ${why}`, {
    hint: words?.hint ?? 'check the server address: kubectl config view --minify',
    cause: error,
  });
}

/**
 * The error for a connection that broke in the middle of a response, or that we broke because of too large
 * trailers.
 */
export function connectionLost(server: string, cause?: unknown): CliError {
  const passed = headersTooLarge(cause, `the head of an answer of ${server}`);
  if (passed !== undefined) return passed;
  return new CliError(
    'connection-lost',
    `the connection to the API server ${server} broke in the middle of an answer`,
    {
      hint: CUT.hint,
      cause,
    },
  );
}

import errors from 'undici/lib/core/errors.js';

/**
 * The same message for an unknown name and for a name with an internal address, so that customers cannot distinguish
 * them.
 */
const NO_ADDRESS = 'The host has no address that this service sends to.';

/** All ways a delivery can end without a response, with the message for the customer. No message reveals internals. */
const MESSAGES = {
  refused_target: NO_ADDRESS,
  dns: NO_ADDRESS,
  connect: 'The connection could not be made.',
  tls: 'A secure connection could not be made; check the certificate.',
  timeout: 'There was no answer in time.',
  closed: 'The connection was closed before an answer came.',
  garbage: 'The answer was not HTTP.',
  redirects: 'The answer redirects more than 5 times.',
  redirect_target: 'The answer redirects to an address that this service does not send to.',
} as const;

export type DeliveryErrorKind = keyof typeof MESSAGES;

/** The only error of the guarded client. Its `cause` is for the operator's log, never for the customer. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  readonly kind: DeliveryErrorKind;
  /** The kind that is shown to the customer. */
  readonly toldKind: string;

  constructor(kind: DeliveryErrorKind, cause?: unknown) {
    super(MESSAGES[kind], { cause });
    this.kind = kind;
    this.toldKind = MESSAGES[kind] === NO_ADDRESS ? 'address' : kind;
  }
}

/** Classifies an error by class and code, never by its text. */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  if (error instanceof errors.HTTPParserError) return new DeliveryError('garbage', error);
  return new DeliveryError(kindOf(codeOf(error)), error);
}

/** Returns the error code of Node, for example `ECONNREFUSED`. */
export function codeOf(error: unknown): string {
  // Several addresses were tried and all failed: the first error suffices.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return String((error as NodeJS.ErrnoException | null)?.code ?? '');
}

function kindOf(code: string): DeliveryErrorKind {
  if (GARBAGE.has(code)) return 'garbage';
  if (code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return 'timeout';
  if (/^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_|EPROTO$)/.test(code)) return 'tls';
  return CONNECT.has(code) ? 'connect' : 'closed';
}

const GARBAGE = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']);
const CONNECT = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EACCES', 'EPERM', 'EINVAL']);

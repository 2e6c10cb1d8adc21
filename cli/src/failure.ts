import { HostlerError } from '../../sdk/src/index.ts';

/** Exit codes, as cli/README.md lists them. */
export const EXIT = {
  done: 0,
  refused: 1,
  wrongUse: 2,
  unreachable: 3,
  timedOut: 4,
  interrupted: 130,
} as const;

/** A failure of the command line itself, with the exit code of the process. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.wrongUse) {
    super(message);
    this.exitCode = exitCode;
  }
}

interface Explained {
  readonly message: string;
  readonly exitCode: number;
}

/** Codes of the SDK for answers that are not from the API. */
const UNREACHABLE = new Set(['NETWORK_ERROR', 'UNREACHABLE', 'TIMEOUT', 'UNEXPECTED_ANSWER']);

/** Returns whether the same request may work a little later. */
export function isOutage(error: unknown): boolean {
  return error instanceof HostlerError && (UNREACHABLE.has(error.code) || error.status >= 500 || error.status === 429);
}

/** Returns the text and the exit code of a failure. `url` is the server that was called. */
export function explain(error: unknown, url: string | undefined): Explained {
  if (error instanceof CliError) return error;
  if (error instanceof HostlerError) return explainAnswer(error, url ?? 'the server');
  const unexpected = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
  return { message: `This is a bug of hostctl. Please report it: ${unexpected}`, exitCode: EXIT.refused };
}

function explainAnswer(error: HostlerError, url: string): Explained {
  const { code, status, details, requestId, action } = error;
  if (UNREACHABLE.has(code)) {
    const exitCode = EXIT.unreachable;
    if (code === 'TIMEOUT') return { message: `${url} did not answer in time.`, exitCode };
    if (code !== 'UNEXPECTED_ANSWER') return { message: describeNetworkError(error.cause, url), exitCode };
    return {
      message: `${error.message} Check the address ${url}, and whether a proxy answers in its place.`,
      exitCode,
    };
  }
  const lines = [
    action ? `Action ${action.id} (${action.type}) failed: ${error.message}` : error.message,
    ...details.map(({ field, message }) => `  ${field}: ${message}`),
    ...hint(error),
    ...(status > 0 ? [`(${code}${requestId === undefined ? '' : `, request ${requestId}`})`] : [`(${code})`]),
  ];
  return { message: lines.join('\n'), exitCode: EXIT.refused };
}

function hint({ status, code, reason }: HostlerError): string[] {
  if (code === 'ENVIRONMENT_MISMATCH') return [];
  if (status === 401) return ['The key may be revoked or expired. Sign in again: hostctl login'];
  // Older servers send no reason.
  if (status === 404 && (reason === 'unknown_path' || reason === undefined)) {
    return ['If the record exists, the server may be older than this hostctl and not have this operation yet.'];
  }
  return [];
}

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_|HOSTNAME_MISMATCH)/;
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection was reset',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no network',
  EPROTO: 'the server does not speak HTTPS',
};

function describeNetworkError(cause: unknown, url: string): string {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  if (CERTIFICATE.test(code)) {
    return `The certificate of ${url} is not trusted: ${message}. Pass the file of its certificate authority with --ca.`;
  }
  const reason = NETWORK[code] ?? (code || message);
  return `Cannot reach ${url}${reason === '' ? '.' : `: ${reason}.`}`;
}

export function isCertificateError(code: string | undefined): boolean {
  return code !== undefined && CERTIFICATE.test(code);
}

/** Hides secrets in texts for standard error, which ends up in logs. */
export function redact(text: string): string {
  return text.replace(/svc_([a-z]+)_[\w-]+/g, 'svc_$1_…');
}

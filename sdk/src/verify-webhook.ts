import { HostlerError } from './error.ts';
import type { HostlerEvent } from './events.ts';

export interface VerifyOptions {
  /** Maximum clock difference of the delivery in seconds. Default 300. */
  readonly tolerance?: number | undefined;
}

type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the event of a webhook delivery if its signature is valid and recent; otherwise throws `INVALID_SIGNATURE`.
 * Pass the raw body, before any parsing, and the request headers. The old secret stays valid for a while after a
 * rotation.
 */
export async function verifyWebhook(
  payload: string | Uint8Array | ArrayBuffer,
  headers: Headers | HeaderRecord,
  secret: string,
  { tolerance = 300 }: VerifyOptions = {},
): Promise<HostlerEvent> {
  const id = readHeader(headers, 'webhook-id');
  const timestamp = readHeader(headers, 'webhook-timestamp');
  const body = typeof payload === 'string' ? encode(payload) : new Uint8Array(payload);
  // Only this signature covers the time, which prevents replays of old deliveries.
  const signatures = readHeader(headers, 'webhook-signature').split(' ');
  if (!(await isSigned(join(encode(`${id}.${timestamp}.`), body), signatures, secret))) {
    throw refuse('The signature does not fit the body: wrong secret, or not the bytes that were sent.');
  }
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= tolerance)) {
    throw refuse(`The delivery was signed more than ${tolerance} seconds from now.`);
  }
  return { ...(JSON.parse(new TextDecoder().decode(body)) as HostlerEvent), id: Number(id) };
}

function readHeader(headers: Headers | HeaderRecord, name: string): string {
  // Accept any `Headers` implementation: libraries and test environments bring their own.
  const value = isHeaders(headers) ? headers.get(name) : findIgnoringCase(headers, name);
  if (typeof value !== 'string' || value === '') throw refuse(`The header ${name} is missing.`);
  return value;
}

function isHeaders(headers: Headers | HeaderRecord): headers is Headers {
  return typeof headers.get === 'function';
}

function findIgnoringCase(headers: HeaderRecord, name: string): unknown {
  const value = headers[name] ?? Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

/** WebCrypto compares in constant time. */
async function isSigned(content: Uint8Array<ArrayBuffer>, signatures: string[], secret: string): Promise<boolean> {
  const bytes = decode(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0)
    throw refuse('The secret is not one of Hostler: it looks like whsec_….');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of signatures) {
    const given = signature.startsWith('v1,') ? decode(signature.slice('v1,'.length)) : undefined;
    if (given !== undefined && (await crypto.subtle.verify('HMAC', key, given, content))) return true;
  }
  return false;
}

function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

function refuse(message: string): HostlerError {
  return new HostlerError({ code: 'INVALID_SIGNATURE', message });
}

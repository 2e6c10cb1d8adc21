import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../crypto.ts';

const SECRET_PREFIX = 'whsec_';

export interface SignedDelivery {
  /** `whsec_…`, as the customer sees it. */
  readonly secret: string;
  /** The one before, for a day after a rotation. */
  readonly previousSecret?: string | undefined;
  /** The event's id, the same on every attempt. */
  readonly id: string;
  readonly timestampSeconds: number;
  /** The stored bytes that are sent. */
  readonly body: Buffer | string;
}

/** A type, not an interface: it can be given where any record of headers is taken. */
export type SignatureHeaders = {
  'X-Webhook-Signature': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/** 192 bits, which base64 writes without padding. */
export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(24).toString('base64');
}

/** Standard Webhooks asks for 24 to 64 bytes; receivers of others may have made do with 16. */
export function isWebhookSecret(text: string): boolean {
  const encoded = text.slice(SECRET_PREFIX.length);
  const bytes = Buffer.from(encoded, 'base64');
  return text.startsWith(SECRET_PREFIX) && bytes.length >= 16 && bytes.toString('base64') === encoded;
}

export function signDelivery(delivery: SignedDelivery): SignatureHeaders {
  const { secret, previousSecret, id, timestampSeconds, body } = delivery;
  const timestamp = String(timestampSeconds);
  const prefix = `${id}.${timestamp}.`;
  let signatures = signStandard(secret, prefix, body);
  if (previousSecret !== undefined) signatures += ` ${signStandard(previousSecret, prefix, body)}`;
  return {
    'X-Webhook-Signature': signBody(secret, body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  };
}

/** As a receiver does it, with the names of the headers in lower case. During a rotation either secret will do. */
export function verifyDelivery(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
): boolean {
  if (equalInConstantTime(String(headers['x-webhook-signature']), signBody(secret, body))) return true;
  const prefix = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  const expected = signStandard(secret, prefix, body);
  const given = String(headers['webhook-signature'] ?? '').split(' ');
  return given.some((signature) => equalInConstantTime(signature, expected));
}

/** The specification's: keyed with the secret as it is written. */
function signBody(secret: string, body: Buffer | string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Standard Webhooks': signs the time too, and is keyed with the bytes that the secret stands for. */
function signStandard(secret: string, prefix: string, body: Buffer | string): string {
  // Node decodes the key: given as a Buffer it costs five times as much, and this runs thousands of times a second.
  const hmac = createHmac('sha256', secret.slice(SECRET_PREFIX.length), { encoding: 'base64' });
  return `v1,${hmac.update(prefix).update(body).digest('base64')}`;
}

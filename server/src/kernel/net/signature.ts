import { createHmac, randomBytes } from 'node:crypto';
import { equalInConstantTime } from '../crypto.ts';

const SECRET_PREFIX = 'whsec_';

export interface SignedDelivery {
  /** `whsec_…`, as shown to the customer. */
  readonly secret: string;
  /** Previous secret, for a day after a rotation. */
  readonly previousSecret?: string | undefined;
  /** Id of the event, the same for every attempt. */
  readonly id: string;
  readonly timestampSeconds: number;
  /** Stored bytes that are sent. */
  readonly body: Buffer | string;
}

/** A type, not an interface, so that it is assignable to a record of headers. */
export type SignatureHeaders = {
  'X-Webhook-Signature': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/** Returns a secret of 192 bits, which base64 encodes without padding. */
export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(24).toString('base64');
}

/** Returns whether a text is a valid secret. Standard Webhooks requires 24 to 64 bytes; other senders use 16. */
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

/**
 * Verifies a delivery as a receiver does, with header names in lower case. During a rotation either secret is valid.
 */
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

/** Signature of the specification: the key is the secret as written. */
function signBody(secret: string, body: Buffer | string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Signature of Standard Webhooks: includes the timestamp, and the key is the decoded secret. */
function signStandard(secret: string, prefix: string, body: Buffer | string): string {
  // Let Node decode the key: a Buffer costs five times as much, and this runs thousands of times per second.
  const hmac = createHmac('sha256', secret.slice(SECRET_PREFIX.length), { encoding: 'base64' });
  return `v1,${hmac.update(prefix).update(body).digest('base64')}`;
}

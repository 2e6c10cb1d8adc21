import { describe, expect, it } from 'vitest';
import golden from '../../../../testdata/webhook-signatures.json' with { type: 'json' };
import { generateWebhookSecret, isWebhookSecret, signDelivery, verifyDelivery } from './signature.ts';

describe('the signature of a delivery', () => {
  for (const { name, secret, previous_secret, id, timestamp, body, headers } of golden.vectors) {
    it(`matches other implementations: ${name}`, () => {
      const delivery = { secret, previousSecret: previous_secret, id, timestampSeconds: timestamp };
      expect(signDelivery({ ...delivery, body })).toEqual(headers);
      expect(signDelivery({ ...delivery, body: Buffer.from(body) })).toEqual(headers);
    });

    it(`is verified: ${name}`, () => {
      const lower = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]));
      expect(verifyDelivery(secret, lower, Buffer.from(body))).toBe(true);
      expect(verifyDelivery(secret, lower, Buffer.from(`${body} `))).toBe(false);
      expect(verifyDelivery(generateWebhookSecret(), lower, Buffer.from(body))).toBe(false);
      if (previous_secret) expect(verifyDelivery(previous_secret, lower, Buffer.from(body))).toBe(true);
    });
  }

  it('is refused if it is missing or truncated', () => {
    const secret = generateWebhookSecret();
    const signed = signDelivery({ secret, id: '1', timestampSeconds: 1, body: '{}' });
    const verify = (headers: Record<string, string>) => verifyDelivery(secret, headers, Buffer.from('{}'));
    expect(verify({})).toBe(false);
    expect(verify({ 'x-webhook-signature': '' })).toBe(false);
    expect(verify({ 'x-webhook-signature': signed['X-Webhook-Signature'].slice(0, -1) })).toBe(false);
    expect(verify({ 'webhook-signature': signed['webhook-signature'] })).toBe(false);
    const standard = { 'webhook-id': '1', 'webhook-timestamp': '1', 'webhook-signature': signed['webhook-signature'] };
    expect(verify(standard)).toBe(true);
    expect(verify({ ...standard, 'webhook-timestamp': '2' })).toBe(false);
    expect(verify({ ...standard, 'webhook-id': '2' })).toBe(false);
  });
});

describe('a webhook secret', () => {
  it('is new each time, and base64 of 24 bytes', () => {
    const secrets = Array.from({ length: 100 }, generateWebhookSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
      expect(isWebhookSecret(secret)).toBe(true);
    }
  });

  it('is not recognised if it is malformed', () => {
    for (const text of ['', 'whsec_', 'whsec_!!!', 'secret', 'whsec_c2hvcnQ=', `whsec_${'a'.repeat(33)}`]) {
      expect(isWebhookSecret(text), text).toBe(false);
    }
  });
});

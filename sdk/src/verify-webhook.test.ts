import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyWebhook } from './index.ts';

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly timestamp: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const file = new URL('../../testdata/webhook-signatures.json', import.meta.url);
const vectors = (JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] }).vectors.filter(
  ({ body }) => body !== '',
);
const ticket = vectors.find(({ name }) => name === 'a ticket') as Vector;
const refused = { code: 'INVALID_SIGNATURE' };

beforeEach(() => {
  vi.useFakeTimers({ now: ticket.timestamp * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a webhook delivery', () => {
  it.each(vectors)('is verified as text, as bytes and with any kind of headers: $name', async (vector) => {
    const { secret, body, timestamp, headers } = vector;
    vi.setSystemTime(timestamp * 1000);
    const parsed: unknown = JSON.parse(body);
    const id = Number(headers['webhook-id']);
    const bytes = new TextEncoder().encode(body);
    const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await verifyWebhook(body, headers, secret)).toEqual({ ...(parsed as object), id });
    expect(await verifyWebhook(bytes, new Headers(headers), secret)).toMatchObject({ id });
    expect(await verifyWebhook(bytes.buffer, lowerCase, secret)).toMatchObject({ id });
    expect(await verifyWebhook(Buffer.from(body), upperCase, secret)).toMatchObject({ id });
  });

  it('is verified with a Headers object of another library', async () => {
    const { body, headers, secret } = ticket;
    const given = new Headers(headers);
    const foreign = { get: (name: string) => given.get(name) } as Headers;
    expect(await verifyWebhook(body, foreign, secret)).toMatchObject({ id: 1 });
  });

  it('is refused if its headers or its body were changed', async () => {
    const { body, headers, secret } = ticket;
    for (const [name, value] of [
      ['webhook-id', '9'],
      ['webhook-timestamp', String(ticket.timestamp + 1)],
      ['webhook-signature', headers['webhook-signature']?.replace('v1,Z', 'v1,z') ?? ''],
      ['webhook-signature', 'v1,%%%'],
      ['webhook-signature', headers['webhook-signature']?.slice(3) ?? ''],
    ] as const) {
      await expect(verifyWebhook(body, { ...headers, [name]: value }, secret)).rejects.toMatchObject(refused);
    }
    await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toMatchObject(refused);
  });

  it('is refused with a wrong, invalid or empty secret, or without the signed headers', async () => {
    const { body, headers, secret } = ticket;
    const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    await expect(verifyWebhook(body, headers, other)).rejects.toMatchObject(refused);
    await expect(verifyWebhook(body, headers, 'whsec_###')).rejects.toMatchObject(refused);
    // An unset setting yields an empty key, which anyone could use to sign.
    for (const empty of ['', 'whsec_']) {
      await expect(verifyWebhook(body, headers, empty)).rejects.toMatchObject(refused);
    }
    // The older header does not sign the time, so it is not sufficient.
    const alone = { 'X-Webhook-Signature': headers['X-Webhook-Signature'], 'X-Webhook-Id': '1' };
    await expect(verifyWebhook(body, alone, secret)).rejects.toThrow('webhook-id is missing');
  });

  it('is refused if its time differs by more than 300 seconds, unless the tolerance is higher', async () => {
    const { body, headers, secret, timestamp } = ticket;
    for (const seconds of [-301, 301]) {
      vi.setSystemTime((timestamp + seconds) * 1000);
      await expect(verifyWebhook(body, headers, secret)).rejects.toMatchObject(refused);
      await expect(verifyWebhook(body, headers, secret, { tolerance: 600 })).resolves.toMatchObject({ id: 1 });
    }
  });

  it('is verified if one of two signatures is valid, as during a rotation', async () => {
    const { body, headers, secret } = ticket;
    const both = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
    await expect(verifyWebhook(body, both, secret)).resolves.toMatchObject({ event: 'ticket.created' });
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createStaffCheck } from './staff.ts';
import { createVies } from './vies.ts';

let server: Server;
let url: string;
let answer: { status: number; body: string };
let asked: unknown[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({ path: request.url, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  asked = [];
});

const say = (body: object | string, status = 200) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
};

it('looks up a VAT id by country and number with the seller as requester, and returns the reference', async () => {
  say({ valid: true, name: 'ACME SARL', address: '1 RUE', requestIdentifier: 'WAPIAAAAX1', countryCode: 'FR' });
  const found = await createVies({ url, requester: 'DE123456789' }).look('FR32123456789');
  expect(found).toEqual({ valid: true, name: 'ACME SARL', address: '1 RUE', reference: 'WAPIAAAAX1' });
  expect(asked).toEqual([
    {
      path: '/check-vat-number',
      body: {
        countryCode: 'FR',
        vatNumber: '32123456789',
        requesterMemberStateCode: 'DE',
        requesterNumber: '123456789',
      },
    },
  ]);
});

it('accepts null or other values for fields a member state does not return', async () => {
  say({ valid: true, name: null, address: { city: 'Paris' }, requestIdentifier: null });
  const found = await createVies({ url }).look('FR32123456789');
  expect(found).toEqual({ valid: true, name: null, address: null, reference: null });
});

it('treats an unknown or malformed VAT id as invalid', async () => {
  say({ valid: false, name: '---', address: '---', requestIdentifier: '' });
  const nothing = { valid: false, name: null, address: null, reference: null };
  expect(await createVies({ url }).look('FR00000000000')).toEqual(nothing);
  say({ actionSucceed: false, errorWrappers: [{ error: 'INVALID_INPUT' }] }, 400);
  expect(await createVies({ url }).look('FR0')).toEqual(nothing);
});

it('answers unreachable if the VAT register is busy, down or returns an invalid response', async () => {
  const nonsense: [object | string, number][] = [
    [{ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }, 200],
    [{ actionSucceed: false, errorWrappers: [{ error: 'GLOBAL_MAX_CONCURRENT_REQ' }] }, 400],
    ['<html>', 200],
    ['null', 200],
    [{ valid: true }, 503],
    [{}, 200],
    ['x'.repeat(100_000), 200],
  ];
  for (const [body, status] of nonsense) {
    say(body, status);
    await expect(createVies({ url }).look('FR32123456789')).rejects.toMatchObject({ code: 'unreachable' });
  }
  await expect(createVies({ url: 'http://127.0.0.1:1' }).look('FR1')).rejects.toMatchObject({ code: 'unreachable' });
});

it('rejects an aborted VAT lookup with the abort reason', async () => {
  const reason = new Error('stop');
  await expect(createVies({ url }).look('FR1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

it('returns no result without a VAT register, so that staff decide', async () => {
  expect(await createStaffCheck().look('FR32123456789')).toBeUndefined();
});

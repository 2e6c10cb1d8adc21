import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderEvent } from './driver.ts';
import { createSimulatedPayments, type SimulatedPayments } from './simulated.ts';
import { simulatedPaymentPages } from './simulated-page.ts';

let dir: string;
let driver: SimulatedPayments;
let told: ProviderEvent[] = [];
let ask: (method: 'GET' | 'POST', form: Record<string, string>) => Promise<string | undefined>;
let orders = 0;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hostler-payments-'));
  driver = createSimulatedPayments({ dir, eventSecret: 'only tests know it' });
  const pages = simulatedPaymentPages(driver, async ({ body, headers }) => {
    told.push(...(await driver.parseWebhook(body, headers)));
  });
  ask = async (method, form) => {
    const body = method === 'POST' ? new URLSearchParams(form).toString() : '';
    const page = pages.find((each) => each.method === method);
    const asked = { host: '', query: form, headers: {}, body, raw: Buffer.from(body) };
    return (await page?.answer(asked))?.body;
  };
});
afterAll(() => rm(dir, { recursive: true }));

async function start(): Promise<string> {
  orders += 1;
  told = [];
  const { reference } = await driver.startPayment({
    key: `inv:${orders}:pay`,
    amount: 1990,
    currency: 'EUR',
    description: 'Invoice <b>1</b>',
    reference: 'INV-2026-000001',
    returnUrl: 'http://127.0.0.1:8080/billing?a=1&b=2',
    customer: { email: 'ada@customer.test', name: 'Ada' },
  });
  return reference;
}

describe('the page of simulated payments', () => {
  it('shows the amount and the escaped description, and offers the test cards', async () => {
    const page = await ask('GET', { reference: await start() });
    expect(page).toContain('Pay €19.90');
    expect(page).toContain('Invoice &lt;b&gt;1&lt;/b&gt;');
    expect(page).toContain('value="sim_ok" checked');
    expect(page).toContain('href="http://127.0.0.1:8080/billing?a=1&amp;b=2"');
  });

  it('accepts the payment once, and sends a payment event', async () => {
    const reference = await start();
    expect(await ask('POST', { reference, press: 'pay', card: 'sim_ok' })).toContain('<h1>Paid</h1>');
    expect(told).toMatchObject([{ type: 'payment', payment: { reference, status: 'succeeded' } }]);
    expect(await ask('POST', { reference, press: 'decline' })).toContain('<h1>Paid</h1>');
    expect(await driver.fetchStatus({ reference })).toMatchObject({ status: 'succeeded' });
  });

  it('declines the payment on request, or if the card is declined', async () => {
    for (const press of [{ press: 'decline' }, { press: 'pay', card: 'sim_hard' }]) {
      const reference = await start();
      expect(await ask('POST', { reference, ...press })).toContain('<h1>Not paid</h1>');
      expect(told).toMatchObject([{ payment: { reference, status: 'failed' } }]);
    }
  });

  it('saves a card', async () => {
    const customer = { email: 'ada@customer.test', name: 'Ada' };
    const { reference } = await driver.createMandate({ key: 'm:1', currency: 'EUR', returnUrl: 'http://h/', customer });
    expect(await ask('GET', { reference })).toContain('Save the card');
    expect(await ask('POST', { reference, press: 'pay', card: 'sim_ok' })).toContain('<h1>Saved</h1>');
    expect(told.at(-1)).toMatchObject({ type: 'mandate', mandate: { key: 'm:1', status: 'active' } });
  });

  it.each(['', '../../etc/passwd', 'pay_00000000000000000000000000000000', '__proto__'])(
    'does not find the reference "%s"',
    async (reference) => {
      expect(await ask('GET', { reference })).toBeUndefined();
      expect(await ask('POST', { reference, press: 'pay', card: 'sim_ok' })).toBeUndefined();
    },
  );

  it('refuses an unknown card', async () => {
    const reference = await start();
    expect(await ask('POST', { reference, press: 'pay', card: 'sim_../x' })).toContain('Pay €19.90');
    expect(told).toEqual([]);
  });
});

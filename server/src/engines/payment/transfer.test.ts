import { describePaymentDriver } from '@hostler/testing/contracts/payment.ts';
import { describe, expect, it } from 'vitest';
import { createTransfer } from './transfer.ts';

const bank = { name: 'Example Hosting GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' };

describePaymentDriver('transfer', [], async () => ({ driver: createTransfer(() => bank), close: async () => {} }));

describe('payment by transfer', () => {
  const order = {
    key: 'inv:1:transfer',
    amount: 1990,
    currency: 'EUR',
    description: 'Invoice',
    reference: 'INV-2026-000001',
    returnUrl: 'http://127.0.0.1/',
    customer: { email: 'ada@customer.test', name: 'Ada' },
  };

  it('returns the bank account and the payment reference', async () => {
    const { next } = await createTransfer(() => bank).startPayment(order);
    expect(next).toEqual({ type: 'instructions', ...bank, reference: 'INV-2026-000001' });
  });

  it('is not offered without a bank account, and doctor names the setting', async () => {
    const driver = createTransfer(() => undefined);
    await expect(driver.startPayment(order)).rejects.toMatchObject({ code: 'refused' });
    expect((await driver.check()).detail).toContain('HOSTLER_SELLER_IBAN');
  });
});

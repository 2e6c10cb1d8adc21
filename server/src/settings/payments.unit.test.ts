import { describe, expect, it } from 'vitest';
import { readPayment } from './payments.ts';
import { Settings } from './readers.ts';

const read = (env: Record<string, string>, demo = false) => readPayment(new Settings(env), demo);
const stripe = {
  HOSTLER_PAYMENT_DRIVERS: 'transfer, stripe',
  HOSTLER_STRIPE_SECRET_KEY: 'sk_test_abc',
  HOSTLER_STRIPE_WEBHOOK_SECRET: 'whsec_abc',
};

describe('the settings of payments', () => {
  it('enable transfers by default, and the simulated provider in the demo', () => {
    expect(read({})).toEqual({ drivers: ['transfer'], stripe: undefined });
    expect(read({}, true).drivers).toEqual(['transfer', 'simulated']);
  });

  it('enable Stripe with its secrets', () => {
    expect(read(stripe)).toEqual({
      drivers: ['transfer', 'stripe'],
      stripe: { secretKey: 'sk_test_abc', webhookSecret: 'whsec_abc', apiUrl: undefined },
    });
  });

  it.each([
    ['an unknown driver', { HOSTLER_PAYMENT_DRIVERS: 'paypal' }, /"paypal".*transfer, stripe, simulated/],
    ['Stripe without a key', { ...stripe, HOSTLER_STRIPE_SECRET_KEY: '' }, /HOSTLER_STRIPE_SECRET_KEY must be set/],
    [
      'Stripe with a publishable key',
      { ...stripe, HOSTLER_STRIPE_SECRET_KEY: 'pk_test_x' },
      /must begin with sk_live_/,
    ],
    [
      'Stripe without a webhook secret',
      { ...stripe, HOSTLER_STRIPE_WEBHOOK_SECRET: '' },
      /_WEBHOOK_SECRET must be set/,
    ],
    [
      'simulated payments on a public URL',
      { HOSTLER_PAYMENT_DRIVERS: 'simulated', HOSTLER_PUBLIC_URL: 'https://panel.example.com' },
      /pays without money/,
    ],
  ])('refuse %s', (_what, env, reason) => {
    expect(() => read(env)).toThrow(reason);
  });

  it('do not repeat a refused key', () => {
    expect(() => read({ ...stripe, HOSTLER_STRIPE_SECRET_KEY: 'pk_live_secret1' })).not.toThrow(/secret1/);
  });
});

import { expect, it } from 'vitest';
import { readCommerce } from '#settings/commerce.ts';
import { Settings } from '#settings/readers.ts';
import { checkEngine } from './health.ts';
import { checkSeller } from './seller.ts';

const check = (env: Record<string, string>) =>
  checkEngine(checkSeller(readCommerce(new Settings(env), { demo: false, ownRates: undefined })), 1_000);
const WHOLE = {
  HOSTLER_SELLER_NAME: 'Example Hosting GmbH',
  HOSTLER_SELLER_STREET: 'Hauptstraße 1',
  HOSTLER_SELLER_POSTAL_CODE: '10115',
  HOSTLER_SELLER_CITY: 'Berlin',
  HOSTLER_SELLER_EMAIL: 'billing@example.com',
  HOSTLER_SELLER_IBAN: 'DE02 1203 0000 0000 2020 51',
};

it('doctor reports which settings are missing before you can sell', async () => {
  expect(await check({})).toMatchObject({ state: 'attention', advice: 'Set HOSTLER_SELLER_NAME before you sell' });
  const { HOSTLER_SELLER_CITY: _, ...partly } = WHOLE;
  expect(await check(partly)).toMatchObject({
    state: 'attention',
    advice: 'Before you sell, set HOSTLER_SELLER_CITY, HOSTLER_SELLER_VAT_ID',
  });
  const small = { ...WHOLE, HOSTLER_TAX_SMALL_BUSINESS: 'on' };
  expect((await check(small)).advice).toContain('HOSTLER_SELLER_TAX_NUMBER');
  expect(await check({ ...small, HOSTLER_SELLER_TAX_NUMBER: '30/123/45678' })).toMatchObject({
    state: 'ok',
    advice: null,
  });
  expect(await check({ ...WHOLE, HOSTLER_SELLER_VAT_ID: 'DE123456789' })).toMatchObject({ state: 'ok', advice: null });
});

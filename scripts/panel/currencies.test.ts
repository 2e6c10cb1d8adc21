import { expect, it } from 'vitest';
import { formatMoney } from '../../panel/src/parts/numbers.ts';
import { decimalsOf } from '../../server/src/kernel/currency.ts';

/** The runtime's list has more codes than ISO 4217 today, and lacks `UYW`. */
const CURRENCIES = [...Intl.supportedValuesOf('currency'), 'UYW'];

it('the panel shows amounts with as many decimals as the server counts', () => {
  const shown = (currency: string) => formatMoney(0, currency).replaceAll(/\D/g, '').length - 1;
  expect(CURRENCIES.map((currency) => [currency, shown(currency)])).toEqual(
    CURRENCIES.map((currency) => [currency, decimalsOf(currency)]),
  );
});

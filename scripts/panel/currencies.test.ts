import { expect, it } from 'vitest';
import { formatMoney } from '../../panel/src/parts/numbers.ts';
import { decimalsOf } from '../../server/src/kernel/currency.ts';

/** The runtime knows more codes than ISO 4217 has today, and not all of those: `UYW` is added. */
const CURRENCIES = [...Intl.supportedValuesOf('currency'), 'UYW'];

it('the panel shows amounts with as many decimals as the server counts them in', () => {
  const shown = (currency: string) => formatMoney(0, currency).replaceAll(/\D/g, '').length - 1;
  expect(CURRENCIES.map((currency) => [currency, shown(currency)])).toEqual(
    CURRENCIES.map((currency) => [currency, decimalsOf(currency)]),
  );
});

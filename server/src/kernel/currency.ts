/**
 * ISO 4217 currencies whose minor unit is not a hundredth. The figures of the runtime differ: they follow cash use,
 * where the forint has no minor unit. They also change with its version, while stored amounts stay.
 */
const DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const USUAL = 2;

const known = new Map(
  Object.entries(DECIMALS).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)])),
);

/** Returns the digits of a currency's minor unit: 2 for EUR and HUF, 0 for JPY. */
export function decimalsOf(currency: string): number {
  return known.get(currency) ?? USUAL;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Formats an amount in minor units for people, as `€9.90` or `¥990`. */
export function formatMoney(amount: number, currency: string, language = 'en'): string {
  const digits = decimalsOf(currency);
  const key = language + currency;
  let format = formats.get(key);
  if (!format) {
    // Cached: creating a format takes longer than the rest of a charge.
    const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(language, { style: 'currency', currency, ...shown });
    formats.set(key, format);
  }
  return format.format(amount / 10 ** digits);
}

/**
 * Currencies whose minor unit is not a hundredth, as ISO 4217 has it. The runtime's own figures are not those: they follow what is
 * counted in shops, where the forint has no parts, and change with its version, while stored amounts stay what they are.
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

/** How many digits the minor unit of a currency has: 2 for EUR and HUF, 0 for JPY. */
export function decimalsOf(currency: string): number {
  return known.get(currency) ?? USUAL;
}

const formats = new Map<string, Intl.NumberFormat>();

/** `€9.90`, `¥990`: an amount of minor units, for people. */
export function formatMoney(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  let format = formats.get(currency);
  if (!format) {
    // Made once for each: that takes longer than the rest of a charge.
    const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat('en', { style: 'currency', currency, ...shown });
    formats.set(currency, format);
  }
  return format.format(amount / 10 ** digits);
}

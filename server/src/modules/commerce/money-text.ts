const formats = new Map<string, { format: Intl.NumberFormat; decimals: number }>();

/** `€9.90`, `¥990`: an amount of minor units, for people. */
export function formatMoney(amount: number, currency: string): string {
  const { format, decimals } = formatOf(currency);
  return format.format(amount / 10 ** decimals);
}

/** How many digits the minor unit of a currency has: 2 for EUR, 0 for JPY. */
export function decimalsOf(currency: string): number {
  return formatOf(currency).decimals;
}

/** Made once for each: that takes longer than the rest of a charge. */
function formatOf(currency: string) {
  let known = formats.get(currency);
  if (!known) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    known = { format, decimals: format.resolvedOptions().maximumFractionDigits ?? 2 };
    formats.set(currency, known);
  }
  return known;
}

const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>();

/** `€9.90`, `¥990`: an amount of minor units, for people. */
export function formatMoney(amount: number, currency: string): string {
  const { format, unit } = formats.get(currency) ?? remember(currency);
  return format.format(amount / unit);
}

/** Made once for each: that takes longer than the rest of a charge. */
function remember(currency: string) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const known = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) };
  formats.set(currency, known);
  return known;
}

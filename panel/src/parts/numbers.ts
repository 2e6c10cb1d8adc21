const numbers = new Intl.NumberFormat();
const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** `1.5 GiB`; as the API, in powers of 1024. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), SIZES.length - 1);
  const value = bytes / 1024 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(value)} ${SIZES[power]}`;
}

export function formatPercent(value: number): string {
  return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} %`;
}

/** As ISO 4217 and the API count them. Browsers go by what is counted in shops: forints without parts. */
const DECIMALS = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

/** Amounts are whole numbers of the currency's smallest unit, as in the API: 1250 EUR are € 12.50, 1250 JPY ¥ 1,250. */
export function formatMoney(amount: number, currency: string): string {
  const digits = DECIMALS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2;
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...shown }).format(amount / 10 ** digits);
}

/** `3.2 ms`, `187 ms`, `2.1 s`. */
export function formatDuration(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms >= 10 ? Math.round(ms) : ms} ms`;
}

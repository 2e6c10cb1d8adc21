import { locale } from '../locales/choice.ts';

const numbers = new Intl.NumberFormat(locale);
const SIZES = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** Formats `1.5 GiB`, in powers of 1024 like the API. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), SIZES.length - 1);
  const value = bytes / 1024 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${SIZES[power]}`;
}

const TRAFFIC = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Formats `1.5 GB`, in powers of 1000: traffic is sold and billed in these. */
export function formatTraffic(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), TRAFFIC.length - 1);
  const value = bytes / 1000 ** power;
  const digits = power === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${TRAFFIC[power]}`;
}

export function formatPercent(value: number): string {
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value)} %`;
}

/** Decimal places by ISO 4217, as in the API. Browsers differ for some currencies, such as the forint. */
const DECIMALS = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
] as const;

/** Returns the decimal places of amounts of a currency. */
export function decimalsOf(currency: string): number {
  return DECIMALS.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2;
}

/** Formats an amount in the smallest unit of its currency, as in the API: 1250 EUR is € 12.50, 1250 JPY is ¥ 1,250. */
export function formatMoney(amount: number, currency: string): string {
  const digits = decimalsOf(currency);
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...shown }).format(amount / 10 ** digits);
}

const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `3.2 ms`, `187 ms`, `2.1 s`. */
export function formatDuration(ms: number): string {
  if (ms >= 1_000) return `${seconds.format(ms / 1_000)} s`;
  return `${formatNumber(ms >= 10 ? Math.round(ms) : ms)} ms`;
}

import { locale } from '../../locales/choice.ts';

export type Unit = 'percent' | 'bytes' | 'bits/s' | 'bytes/s' | 'ms';

const SCALES: Record<Unit, { base: number; names: readonly string[] }> = {
  percent: { base: Number.POSITIVE_INFINITY, names: ['%'] },
  bytes: { base: 1024, names: ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] },
  ms: { base: 1000, names: ['ms', 's'] },
  'bits/s': { base: 1000, names: ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'] },
  'bytes/s': { base: 1000, names: ['B/s', 'kB/s', 'MB/s', 'GB/s', 'TB/s'] },
};

const FORMATS = [0, 1, 2].map((digits) => new Intl.NumberFormat(locale, { maximumFractionDigits: digits }));

/** Formats a reading with three significant digits in the viewer's locale: `1.25 GiB`, `12.4 %`. */
export function formatReading(unit: Unit, value: number): string {
  const { base, names } = SCALES[unit];
  let [scaled, power] = [value, 0];
  // Use the next unit if the value rounds up to it: 1 Mbit/s, not 1,000 kbit/s.
  while (scaled >= base - 0.5 && power < names.length - 1) {
    scaled /= base;
    power += 1;
  }
  return `${FORMATS[digitsOf(unit, scaled, power)]?.format(scaled)} ${names[power]}`;
}

function digitsOf(unit: Unit, scaled: number, power: number): number {
  if (scaled >= 100) return 0;
  if (unit === 'percent') return 1;
  if (power === 0) return 0;
  return scaled >= 10 ? 1 : 2;
}

/** Returns axis steps that are round numbers in the unit. */
export function axisSteps(unit: Unit): number[] {
  const { base, names } = SCALES[unit];
  const round = base === 1024 ? [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] : [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
  return names.flatMap((_, power) => round.map((step) => step * (power === 0 ? 1 : base ** power)));
}

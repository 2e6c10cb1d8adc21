import type { Period } from './period.ts';

export const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  monthly: 'a month',
  yearly: 'a year',
  hourly: 'an hour',
};

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  monthly: 'Monthly',
  yearly: 'Yearly',
  hourly: 'Hourly',
};

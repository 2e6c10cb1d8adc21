import { t } from '@lingui/core/macro';
import type { Period } from './period.ts';

export const PERIOD_WORDS: Readonly<Record<Period, string>> = {
  monthly: t`a month`,
  yearly: t`a year`,
  hourly: t`an hour`,
};

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  monthly: t`Monthly`,
  yearly: t`Yearly`,
  hourly: t`Hourly`,
};

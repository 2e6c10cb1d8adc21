import type { MonitoringAlert } from '@hostler/sdk';
import { locale } from '../../locales/choice.ts';
import { formatNumber } from '../../parts/numbers.ts';
import { METRICS, texts } from './texts.ts';

type Metric = MonitoringAlert['metric'];

const percent = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** Formats a value in the unit of its metric: `97.4 %`, `120 Mbit/s`. */
export function formatLevel(metric: Metric, value: number): string {
  if (metric === 'certificate') return texts.daysLeft(Math.max(0, Math.floor(value)));
  if (metric === 'network') return `${formatNumber(value)} Mbit/s`;
  return `${percent.format(value)} %`;
}

/** Formats `97.4 %, threshold 90 %`; empty if there is nothing to compare. */
export function tellLevel({ metric, value, threshold }: Pick<MonitoringAlert, 'metric' | 'value' | 'threshold'>) {
  if (metric === 'check' || metric === 'down' || value === null) return METRICS[metric];
  const level = formatLevel(metric, value);
  const told = metric === 'certificate' ? level : `${METRICS[metric]} ${level}`;
  return threshold === null || metric === 'certificate' ? told : texts.against(told, formatLevel(metric, threshold));
}

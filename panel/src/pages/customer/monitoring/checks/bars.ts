import type { MonitoringCheck } from '@hostler/sdk';
import { locale } from '#locales/choice.ts';
import { formatPercent } from '#parts/numbers.ts';
import { formatClock } from '#parts/times.ts';
import { texts } from './texts.ts';

type Bar = MonitoringCheck['bars'][number];

/** Classifies half an hour: all checks passed, some failed, all failed, or none was made. */
export function judgeBar({ up, down }: Bar): 'up' | 'some' | 'down' | 'none' {
  if (up + down === 0) return 'none';
  if (down === 0) return 'up';
  return up === 0 ? 'down' : 'some';
}

export function tellBar(bar: Bar, timeZone: string | null): string {
  const { start, up, down } = bar;
  const found = judgeBar(bar);
  const told = found === 'none' ? texts.barNone : down === 0 ? texts.barUp : texts.barDown(down, up + down);
  return `${formatClock(start, timeZone)}: ${told}`;
}

/** Maximum number of half-hours listed for screen readers. */
const NAMED = 6;

/** Describes the bars in words. */
export function tellDay({ bars, uptime_24h }: Pick<MonitoringCheck, 'bars' | 'uptime_24h'>, timeZone: string | null) {
  if (uptime_24h === null) return texts.nothingKnown;
  const downs = bars.filter(({ down }) => down > 0).map(({ start }) => formatClock(start, timeZone));
  const named = downs.length > NAMED ? [...downs.slice(0, NAMED), '…'] : downs;
  const uptime = formatUptime(uptime_24h);
  return named.length === 0 ? texts.neverDown(uptime) : texts.downAt(uptime, named.join(', '));
}

/** Formats uptime with two decimals: 99.9 and 99.99 differ by 39 minutes a month. */
export function formatUptime(percent: number): string {
  if (percent === 100 || percent < 90) return formatPercent(percent);
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(percent)} %`;
}

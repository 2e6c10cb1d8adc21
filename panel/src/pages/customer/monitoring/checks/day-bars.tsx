import type { MonitoringCheck } from '@hostler/sdk';
import { usePreferences } from '#parts/preferences.ts';
import { judgeBar, tellBar, tellDay } from './bars.ts';
import classes from './day-bars.module.css';

const STEP = 4;
const WIDTH = 3;
/** Bar heights: colour alone must not carry the status. */
const HEIGHTS = { up: 14, some: 20, down: 20, none: 3 } as const;
const HEIGHT = 20;
const HALF_HOURS = 48;

/** Shows the last 24 hours in half-hours; screen readers get one sentence. */
export function DayBars({ check, wide = false }: { readonly check: MonitoringCheck; readonly wide?: boolean }) {
  const { timeZone } = usePreferences();
  const { bars } = check;
  return (
    <svg
      className={classes.bars}
      data-wide={wide || undefined}
      viewBox={`0 0 ${HALF_HOURS * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={tellDay(check, timeZone)}
    >
      {Array.from({ length: HALF_HOURS }, (_, index) => {
        const bar = bars[index];
        const found = bar ? judgeBar(bar) : 'none';
        const height = HEIGHTS[found];
        const failed = bar && found === 'some' ? Math.max(6, (height * bar.down) / (bar.up + bar.down)) : 0;
        const place = { x: index * STEP, width: WIDTH };
        return (
          <g key={bar?.start ?? index}>
            {bar && <title>{tellBar(bar, timeZone)}</title>}
            <rect {...place} y={HEIGHT - height + failed} height={height - failed} data-found={found} />
            {failed > 0 && <rect {...place} y={HEIGHT - height} height={failed - 1} data-found="down" />}
          </g>
        );
      })}
    </svg>
  );
}

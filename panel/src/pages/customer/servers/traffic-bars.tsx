import type { HostingTraffic } from '@hostler/sdk';
import { formatTraffic } from '../../../parts/numbers.ts';
import { fillDays } from '../../../resources/servers/traffic-months.ts';
import { trafficTexts as texts } from '../../../resources/servers/traffic-texts.ts';
import classes from './traffic-bars.module.css';

/** A bar per day, sent above received. Each is described in words for screen readers and as a tooltip. */
export function TrafficBars({ period, days }: Pick<HostingTraffic, 'period' | 'days'>) {
  const all = fillDays(period, days);
  const most = Math.max(1, ...all.map(({ in_bytes, out_bytes }) => in_bytes + out_bytes));
  const height = (bytes: number) => ({ height: `${(100 * bytes) / most}%` });
  return (
    <figure className={classes.figure}>
      <ul className={classes.bars} aria-label={texts.perDay(period)}>
        {all.map(({ date, in_bytes, out_bytes }) => {
          const words = texts.day(date, formatTraffic(out_bytes), formatTraffic(in_bytes));
          return (
            <li key={date} className={classes.day} title={words}>
              <span className={classes.words}>{words}</span>
              <span className={classes.column} aria-hidden>
                <span className={classes.out} style={height(out_bytes)} />
                <span className={classes.in} style={height(in_bytes)} />
              </span>
              <span className={classes.number} aria-hidden>
                {Number(date.slice(-2))}
              </span>
            </li>
          );
        })}
      </ul>
      <figcaption className={classes.legend}>
        <span className={classes.keyOut}>{texts.sent}</span>
        <span className={classes.keyIn}>{texts.received}</span>
        <span>{texts.most(formatTraffic(most))}</span>
      </figcaption>
    </figure>
  );
}

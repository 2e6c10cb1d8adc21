import type { Hosting, MonitoringRule } from '@hostler/sdk';
import { useLoad } from '../../servers/queries.ts';
import { STATUSES } from '../../servers/texts.ts';
import { formatLevel } from '../levels.ts';
import { readCurrent } from './current.ts';
import classes from './current-cell.module.css';

/** Shows the current value relative to the threshold. */
export function CurrentCell({ rule, server }: { readonly rule: MonitoringRule; readonly server: Hosting }) {
  const { data } = useLoad(server);
  if (rule.metric === 'down') return STATUSES[server.status].label;
  const value = data ? readCurrent(data, rule.metric, server) : null;
  if (value === null || rule.threshold === null) return <span className={classes.none}>–</span>;
  // For an unbounded metric, the bar ends at twice the threshold.
  const top = rule.metric === 'network' ? rule.threshold * 2 : 100;
  const place = (level: number) => `${Math.min(100, (100 * level) / top)}%`;
  return (
    <span className={classes.current}>
      <span className={classes.figure}>{formatLevel(rule.metric, value)}</span>
      <span className={classes.bar} data-over={value >= rule.threshold || undefined} aria-hidden="true">
        <span className={classes.level} style={{ width: place(value) }} />
        <span className={classes.threshold} style={{ left: place(rule.threshold) }} />
      </span>
    </span>
  );
}

import styles from './chart.module.css';
import type { Mark, MarkKind, TimeWindow } from './chart-data.ts';
import { texts } from './texts.ts';

const KINDS: readonly MarkKind[] = ['restart', 'backup', 'down'];

/** What the lines and bands mean, as far as there are any in sight. */
export function MarkLegend({ marks, window }: { marks: readonly Mark[]; window: TimeWindow }) {
  const seen = marks.filter(({ at, until = at }) => until >= window.start && at <= window.end);
  const kinds = KINDS.filter((kind) => seen.some((mark) => mark.kind === kind));
  if (kinds.length === 0) return null;
  return (
    <ul className={styles.legend}>
      {kinds.map((kind) => (
        <li key={kind} data-mark={kind}>
          {texts.marks[kind]}
        </li>
      ))}
    </ul>
  );
}

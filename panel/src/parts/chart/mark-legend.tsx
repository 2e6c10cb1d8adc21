import styles from './chart.module.css';
import type { Mark, MarkKind, TimeWindow } from './chart-data.ts';
import { texts } from './texts.ts';

const KINDS: readonly MarkKind[] = ['alert', 'restart', 'backup', 'down'];

interface Props {
  marks: readonly Mark[];
  window: TimeWindow;
  hasThreshold: boolean;
}

/** Legend of the marks that are in the visible range. */
export function MarkLegend({ marks, window, hasThreshold }: Props) {
  const seen = marks.filter(({ at, until = at }) => until >= window.start && at <= window.end);
  const kinds = KINDS.filter((kind) => seen.some((mark) => mark.kind === kind));
  if (kinds.length === 0 && !hasThreshold) return null;
  return (
    <ul className={styles.legend}>
      {hasThreshold && <li data-mark="threshold">{texts.threshold}</li>}
      {kinds.map((kind) => (
        <li key={kind} data-mark={kind}>
          {texts.marks[kind]}
        </li>
      ))}
    </ul>
  );
}

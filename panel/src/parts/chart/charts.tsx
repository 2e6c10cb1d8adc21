import 'uplot/dist/uPlot.min.css';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { locale } from '../../locales/choice.ts';
import styles from './chart.module.css';
import { alignReadings, type ChartPanel, findMarks, type Mark, type TimeWindow } from './chart-data.ts';
import { MarkLegend } from './mark-legend.tsx';
import { NumbersTable } from './numbers-table.tsx';
import { createStack } from './stack.ts';
import { Strip } from './strip.tsx';
import { texts } from './texts.ts';

export interface ChartsProps {
  /** Accessible name of the charts. */
  label: string;
  panels: readonly ChartPanel[];
  window: TimeWindow;
  marks?: readonly Mark[];
  timeZone?: string | undefined;
  /** Called with the zoomed time range, or null to reset the zoom. */
  onRange?: (range: { start: number; end: number } | null) => void;
  /** Shows a table instead of charts. */
  asTable?: boolean;
}

const NO_MARKS: readonly Mark[] = [];
/** Maximum distance in pixels between the crosshair and a mark to show it. */
const REACH = 6;

/** Stacked plots with a shared time axis and crosshair. Loads uPlot, so use it through `LazyCharts`. */
export function Charts({ label, panels, window, marks = NO_MARKS, onRange, asTable = false, ...props }: ChartsProps) {
  const timeZone = props.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const readings = useMemo(() => alignReadings(panels, window.step), [panels, window.step]);
  const onRangeNow = useRef(onRange);
  onRangeNow.current = onRange;
  const [stack] = useState(() => createStack(window, (range) => onRangeNow.current?.(range)));
  const moment = useRef<HTMLOutputElement>(null);
  const hint = useId();
  const format = useMemo(() => momentFormat(timeZone), [timeZone]);

  useEffect(() => stack.show({ start: window.start, end: window.end }), [stack, window.start, window.end]);

  const tellMoment = (row: number | null) => {
    const at = row === null ? undefined : readings.times[row];
    if (!moment.current) return;
    const { start, end } = stack.window();
    const near = at === undefined ? [] : findMarks(marks, at, ((end - start) / 1000) * REACH);
    moment.current.textContent =
      at === undefined ? '' : [format.format(at * 1000), ...near.map((mark) => mark.label)].join(' · ');
  };

  const shift = (part: number) => {
    const { start, end } = stack.window();
    const by = (end - start) * part;
    onRange?.({ start: start + by, end: end + by });
  };
  const narrow = (part: number) => {
    const { start, end } = stack.window();
    const by = (end - start) * part;
    onRange?.({ start: start + by, end: end - by });
  };
  const act = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const direction = key === 'ArrowLeft' ? -1 : 1;
      if (shiftKey) shift(direction / 4);
      else stack.step(direction, readings);
    } else if (key === '+') narrow(0.25);
    else if (key === '-') narrow(-0.5);
    else if (key === '0') onRange?.(null);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (asTable) return <NumbersTable label={label} panels={panels} readings={readings} format={format} />;
  return (
    <section
      aria-label={label}
      aria-describedby={onRange && hint}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the crosshair.
      tabIndex={0}
      className={styles.stack}
      onKeyDown={onKeyDown}
    >
      <div className={styles.status}>
        <output ref={moment} className={styles.moment} />
        {onRange && (
          <span id={hint} className={styles.hint}>
            {texts.hint}
          </span>
        )}
      </div>
      {panels.map((panel, index) => (
        <Strip
          key={panel.key}
          panel={panel}
          readings={readings}
          marks={marks}
          stack={stack}
          saysTime={index === panels.length - 1}
          timeZone={timeZone}
          onRead={tellMoment}
          onSelect={(range) => onRange?.(range)}
          onReset={() => onRange?.(null)}
        />
      ))}
      <MarkLegend
        marks={marks}
        window={window}
        hasThreshold={panels.some(({ threshold }) => threshold !== undefined)}
      />
    </section>
  );
}

function momentFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
}

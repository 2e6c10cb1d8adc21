import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import styles from './chart.module.css';
import type { AlignedReadings, ChartPanel, Mark } from './chart-data.ts';
import { type Palette, readPalette } from './palette.ts';
import { makePlotOptions } from './plot-options.ts';
import type { Stack } from './stack.ts';
import { formatReading } from './units.ts';

interface Props {
  panel: ChartPanel;
  readings: AlignedReadings;
  marks: readonly Mark[];
  stack: Stack;
  saysTime: boolean;
  timeZone: string;
  onRead: (row: number | null) => void;
  onSelect: (range: { start: number; end: number }) => void;
  onReset: () => void;
}

const NO_READING = '–';

/** Draws a plot with its name and the reading under the crosshair, or the newest reading. */
export function Strip(props: Props) {
  const { panel, readings, stack, saysTime, timeZone } = props;
  const root = useRef<HTMLDivElement>(null);
  const figures = useRef(new Map<string, HTMLElement>());
  const latest = useRef(props);
  const palette = useRef<Palette>(undefined);
  const plot = useRef<uPlot>(undefined);
  const scheme = useComputedColorScheme('light');
  latest.current = props;

  // Bypasses React: the crosshair moves many times a second and changes nothing else.
  const read = (row: number | null) => {
    const { readings, panel } = latest.current;
    for (const { key } of panel.series) {
      const column = readings.columns.get(key) ?? [];
      const value = column[row ?? column.length - 1] ?? null;
      const figure = figures.current.get(key);
      if (figure) figure.textContent = value === null ? NO_READING : formatReading(panel.unit, value);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other values are read when needed, and the plot is kept.
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const colours = () => {
      palette.current ??= readPalette(element);
      return palette.current;
    };
    const size = () => ({ width: element.clientWidth, height: element.clientHeight });
    const made = new uPlot(
      makePlotOptions({
        panel,
        syncKey: stack.syncKey,
        saysTime,
        size: size(),
        timeZone,
        palette: colours,
        marks: () => latest.current.marks.filter((mark) => !mark.panel || mark.panel === panel.key),
        threshold: () => latest.current.panel.threshold,
        window: stack.window,
        onRead: ({ cursor }) => {
          const row = (cursor.left ?? -1) < 0 ? null : (cursor.idx ?? null);
          read(row);
          latest.current.onRead(row);
        },
        onSelect: (range) => latest.current.onSelect(range),
        onReset: () => latest.current.onReset(),
        onPan: stack.pan,
      }),
      dataOf(panel, readings),
      element,
    );
    plot.current = made;
    const leave = stack.add(made);
    const observer = new ResizeObserver(() => made.setSize(size()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      leave();
      made.destroy();
    };
  }, [stack, saysTime, timeZone, panel.key, panel.unit, panel.limit, panel.series.length]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only for the listed values.
  useEffect(() => {
    plot.current?.setData(dataOf(panel, readings));
    read(null);
  }, [readings]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks are read when they are drawn.
  useEffect(() => {
    palette.current = undefined;
    plot.current?.redraw();
  }, [scheme, props.marks, panel.threshold]);

  return (
    <section className={styles.strip} aria-label={panel.title}>
      <header className={styles.heading}>
        <h3 className={styles.title}>{panel.title}</h3>
        {panel.series.map(({ key, label }, index) => (
          <span key={key} className={styles.figure} data-line={index + 1}>
            {panel.series.length > 1 && <span className={styles.label}>{label}</span>}
            <output ref={(element) => void (element && figures.current.set(key, element))}>{NO_READING}</output>
          </span>
        ))}
      </header>
      <div ref={root} className={styles.plot} data-last={saysTime || undefined} aria-hidden="true" />
    </section>
  );
}

function dataOf(panel: ChartPanel, { times, columns }: AlignedReadings): uPlot.AlignedData {
  return [times, ...panel.series.map(({ key }) => columns.get(key) ?? [])];
}

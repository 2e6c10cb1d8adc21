import type { Unit } from './units.ts';

/** Pairs of epoch seconds and value, oldest first; missing readings have no pair. */
export type Points = readonly (readonly number[])[];

export interface ChartSeries {
  key: string;
  label: string;
  values: Points;
}

/** A strip of a stack: series with the same unit on one axis. */
export interface ChartPanel {
  key: string;
  title: string;
  unit: Unit;
  /** Fixed top of the axis, such as 100 %; if omitted, the axis follows the readings. */
  limit?: number | undefined;
  /** Minimum top of the axis, so that noise near zero does not fill the plot. */
  atLeast?: number | undefined;
  /** Draws a horizontal line at this value. */
  threshold?: number | undefined;
  series: readonly ChartSeries[];
}

/** Epoch seconds; `step` is the time between two readings. */
export interface TimeWindow {
  start: number;
  end: number;
  step: number;
}

export type MarkKind = 'restart' | 'backup' | 'down' | 'alert';

/** An event at one moment or over a period. */
export interface Mark {
  kind: MarkKind;
  at: number;
  until?: number | undefined;
  label: string;
  /** Strip of the mark; if omitted, it is shown in all strips. */
  panel?: string | undefined;
}

export type Column = (number | null)[];

export interface AlignedReadings {
  times: number[];
  columns: ReadonlyMap<string, Column>;
}

/**
 * Aligns all series to one column of times, so that an axis position is the same row everywhere. Inserts an empty row
 * between readings more than one step apart, so that gaps stay visible.
 */
export function alignReadings(panels: readonly ChartPanel[], step: number): AlignedReadings {
  const series = panels.flatMap((panel) => panel.series);
  const known = [...new Set(series.flatMap(({ values }) => values.map(([at]) => at ?? 0)))].sort((a, b) => a - b);
  const times: number[] = [];
  for (const at of known) {
    const before = times.at(-1);
    if (before !== undefined && at - before > step * 1.5) times.push(before + step);
    times.push(at);
  }
  const rows = new Map(times.map((at, row) => [at, row]));
  const columns = new Map(series.map(({ key, values }) => [key, fillColumn(values, rows, times.length)]));
  return { times, columns };
}

function fillColumn(values: Points, rows: ReadonlyMap<number, number>, length: number): Column {
  const column: Column = Array(length).fill(null);
  for (const [at = 0, value = null] of values) {
    const row = rows.get(at);
    if (row !== undefined) column[row] = value;
  }
  return column;
}

/** Returns readings without neighbours, which need a dot because a line cannot show them. */
export function findLonely(column: Column, from: number, to: number): number[] {
  const lonely: number[] = [];
  for (let row = from; row <= to; row += 1) {
    if (column[row] != null && column[row - 1] == null && column[row + 1] == null) lonely.push(row);
  }
  return lonely;
}

/** Returns the marks within `reach` seconds of a moment. */
export function findMarks(marks: readonly Mark[], at: number, reach: number): Mark[] {
  return marks.filter((mark) =>
    mark.until === undefined ? Math.abs(mark.at - at) <= reach : mark.at <= at && at <= mark.until,
  );
}

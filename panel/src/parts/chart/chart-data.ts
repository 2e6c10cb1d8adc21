import type { Unit } from './units.ts';

/** Epoch seconds and value, oldest first; a time without a reading has no point. */
export type Points = readonly (readonly number[])[];

export interface ChartSeries {
  key: string;
  label: string;
  values: Points;
}

/** One strip of a stack: series of one unit on one axis. */
export interface ChartPanel {
  key: string;
  title: string;
  unit: Unit;
  /** The top of the axis, where there is one to be full of; otherwise the axis follows the readings. */
  limit?: number | undefined;
  /** The least that the top of the axis may be, lest noise near zero looks like a mountain. */
  atLeast?: number | undefined;
  /** What the readings are held against, as a line across. */
  threshold?: number | undefined;
  series: readonly ChartSeries[];
}

/** In epoch seconds; `step` is how far readings are apart. */
export interface TimeWindow {
  start: number;
  end: number;
  step: number;
}

export type MarkKind = 'restart' | 'backup' | 'down' | 'alert';

/** Something that happened: at one moment, or from one until another. */
export interface Mark {
  kind: MarkKind;
  at: number;
  until?: number | undefined;
  label: string;
  /** The one strip that it belongs to; otherwise it is about all of them. */
  panel?: string | undefined;
}

export type Column = (number | null)[];

export interface AlignedReadings {
  times: number[];
  columns: ReadonlyMap<string, Column>;
}

/**
 * One column of times for all series, so that one place on the axis is the same row everywhere. Between neighbours that
 * are further apart than a step comes a row of nothing: a gap stays a gap.
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

/** Readings with nothing on either side: a line cannot show them, so they get a dot. */
export function findLonely(column: Column, from: number, to: number): number[] {
  const lonely: number[] = [];
  for (let row = from; row <= to; row += 1) {
    if (column[row] != null && column[row - 1] == null && column[row + 1] == null) lonely.push(row);
  }
  return lonely;
}

/** What happened at a moment, or within `reach` seconds of it. */
export function findMarks(marks: readonly Mark[], at: number, reach: number): Mark[] {
  return marks.filter((mark) =>
    mark.until === undefined ? Math.abs(mark.at - at) <= reach : mark.at <= at && at <= mark.until,
  );
}

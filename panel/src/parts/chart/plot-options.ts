import uPlot from 'uplot';
import { rootScale } from '../root-scale.ts';
import { type ChartPanel, findLonely, type Mark, type TimeWindow } from './chart-data.ts';
import { drawMarks, drawThreshold } from './draw-marks.ts';
import type { Palette } from './palette.ts';
import { axisSteps, formatReading } from './units.ts';

const AXIS_WIDTH = 76;
const TIME_AXIS_HEIGHT = 42;

interface PlotStyle {
  panel: ChartPanel;
  /** Plots with the same key share their crosshair. */
  syncKey: string;
  /** True for the lowest plot of a stack, which shows the time axis. */
  saysTime: boolean;
  size: { width: number; height: number };
  timeZone: string;
  /** Called at each draw: colours and marks can change without a new plot. */
  palette: () => Palette;
  marks: () => readonly Mark[];
  threshold: () => number | undefined;
  window: () => TimeWindow;
  onRead: (plot: uPlot) => void;
  onSelect: (range: { start: number; end: number }) => void;
  onReset: () => void;
  onPan: (plot: uPlot, event: MouseEvent) => void;
}

const TIME_LABELS: uPlot.Axis.TimeValuesConfig = [
  [3600 * 24 * 28, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [3600 * 24, '{D} {MMM}', null, null, null, null, null, null, 1],
  [3600, '{HH}:{mm}', null, null, '\n{D} {MMM}', null, null, null, 1],
  [60, '{HH}:{mm}', null, null, '\n{D} {MMM}', null, null, null, 1],
  [1, '{HH}:{mm}:{ss}', null, null, null, null, null, null, 1],
];

export function makePlotOptions(style: PlotStyle): uPlot.Options {
  const { panel, palette } = style;
  return {
    ...style.size,
    padding: [8, 24, 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), style.timeZone),
    legend: { show: false },
    scales: {
      x: { range: () => [style.window().start, style.window().end] },
      y: { range: (_, __, top) => [0, topOf(panel, top)] },
    },
    axes: [timeAxis(style), valueAxis(style)],
    series: [{}, ...panel.series.map((_, index) => line(index, palette))],
    cursor: {
      y: false,
      points: { size: 7, width: 2, stroke: (_, at) => palette().lines[at - 1] ?? '', fill: () => palette().surface },
      drag: { x: true, y: false, setScale: false, dist: 4 },
      sync: { key: style.syncKey, setSeries: false },
      bind: {
        mousedown: (plot, _, handle) => (event) => {
          if (event.button === 0 && event.shiftKey) style.onPan(plot, event);
          else handle(event);
          return null;
        },
        dblclick: () => () => {
          style.onReset();
          return null;
        },
      },
    },
    hooks: {
      drawAxes: [
        (plot) => {
          drawMarks(plot, style.marks(), palette());
          drawThreshold(plot, style.threshold(), palette());
        },
      ],
      setCursor: [style.onRead],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width === 0) return;
          // All plots of the stack receive the drag; only the one under the pointer reports it.
          if (plot.cursor.event)
            style.onSelect({ start: plot.posToVal(left, 'x'), end: plot.posToVal(left + width, 'x') });
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

function topOf({ limit, atLeast = 0 }: ChartPanel, top: number | null): number {
  return limit ?? Math.max((top ?? 0) * 1.1, atLeast, 1);
}

const drawLinear = uPlot.paths.linear?.();

/** With more readings than pixels, draws a thin line without fill: it looks the same and costs a tenth. */
const drawLine: uPlot.Series.PathBuilder = (plot, series, from, to) => {
  const paths = drawLinear?.(plot, series, from, to) ?? null;
  return paths && to - from > plot.bbox.width ? { ...paths, width: 1, fill: null } : paths;
};

function line(index: number, palette: () => Palette): uPlot.Series {
  return {
    width: 1.5,
    paths: drawLine,
    stroke: () => palette().lines[index] ?? '',
    fill: () => palette().fills[index] ?? '',
    points: {
      size: 4,
      fill: () => palette().lines[index] ?? '',
      show: true,
      filter: (plot, at) => findLonely(plot.data[at] as (number | null)[], ...(plot.series[at]?.idxs ?? [0, -1])),
    },
  };
}

function timeAxis({ saysTime, palette }: PlotStyle): uPlot.Axis {
  return {
    space: 72 * rootScale(),
    size: saysTime ? TIME_AXIS_HEIGHT * rootScale() : 6,
    gap: 6,
    font: palette().font,
    stroke: () => palette().text,
    grid: { stroke: () => palette().grid, width: 1 },
    ticks: { show: false },
    values: saysTime ? TIME_LABELS : (_, splits) => splits.map(() => ''),
  };
}

function valueAxis({ panel, palette }: PlotStyle): uPlot.Axis {
  return {
    size: AXIS_WIDTH * rootScale(),
    gap: 8,
    space: 32 * rootScale(),
    incrs: axisSteps(panel.unit),
    font: palette().font,
    stroke: () => palette().text,
    grid: { stroke: () => palette().grid, width: 1 },
    ticks: { show: false },
    values: (_, splits) => splits.map((value) => formatReading(panel.unit, value)),
  };
}

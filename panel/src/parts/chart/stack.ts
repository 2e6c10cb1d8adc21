import type uPlot from 'uplot';
import type { AlignedReadings, TimeWindow } from './chart-data.ts';

type Range = Pick<TimeWindow, 'start' | 'end'>;

/** Shared state of stacked plots: one time axis and one crosshair. */
export interface Stack {
  readonly syncKey: string;
  window: () => TimeWindow;
  add: (plot: uPlot) => () => void;
  /** Moves all plots to another time range, at most once per frame. */
  show: (range: Range) => void;
  /** Moves the crosshair by a number of rows. */
  step: (rows: number, readings: AlignedReadings) => void;
  pan: (plot: uPlot, event: MouseEvent) => void;
}

let made = 0;

export function createStack(initial: TimeWindow, onMoved: (range: Range) => void): Stack {
  const plots = new Set<uPlot>();
  let window = initial;
  let isPlanned = false;

  function show(range: Range): void {
    window = { ...window, ...range };
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      for (const plot of plots) plot.setScale('x', { min: window.start, max: window.end });
    });
  }

  function pan(plot: uPlot, { clientX }: MouseEvent): void {
    const before = window;
    const secondsPerPixel = (before.end - before.start) / plot.over.clientWidth;
    const move = (event: MouseEvent) => {
      const shift = (clientX - event.clientX) * secondsPerPixel;
      show({ start: before.start + shift, end: before.end + shift });
    };
    const stop = () => {
      document.removeEventListener('mousemove', move);
      document.removeEventListener('mouseup', stop);
      if (window.start !== before.start) onMoved(window);
    };
    document.addEventListener('mousemove', move);
    document.addEventListener('mouseup', stop);
  }

  function step(rows: number, { times }: AlignedReadings): void {
    const [first] = plots;
    if (!first || times.length === 0) return;
    const at = first.cursor.idx ?? times.length;
    const next = Math.min(Math.max(at + rows, 0), times.length - 1);
    // The third argument, missing in the types, notifies the other plots.
    const setCursor = first.setCursor as (place: object, fire: boolean, tell: boolean) => void;
    setCursor({ left: first.valToPos(times[next] ?? 0, 'x'), top: 0 }, true, true);
  }

  function add(plot: uPlot): () => void {
    plots.add(plot);
    return () => void plots.delete(plot);
  }

  made += 1;
  return { syncKey: `stack-${made}`, window: () => window, add, show, step, pan };
}

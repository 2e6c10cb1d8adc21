import type uPlot from 'uplot';
import type { Mark } from './chart-data.ts';
import type { Palette } from './palette.ts';

const ALERT_HEIGHT = 3;

/**
 * Draws marks behind the lines: a band for a period, a dashed line for a moment. An alert has both, with its band at
 * the top.
 */
export function drawMarks(plot: uPlot, marks: readonly Mark[], palette: Palette): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  const place = (at: number) => Math.round(plot.valToPos(Math.min(Math.max(at, min), max), 'x', true));
  const ratio = devicePixelRatio;
  ctx.save();
  for (const { kind, at, until } of marks) {
    if ((until ?? at) < min || at > max) continue;
    if (until !== undefined) {
      const isAlert = kind === 'alert';
      ctx.fillStyle = isAlert ? palette.marks.alert : palette.downFill;
      const height = isAlert ? ALERT_HEIGHT * ratio : bbox.height;
      ctx.fillRect(place(at), bbox.top, Math.max(place(until) - place(at), ratio), height);
      if (!isAlert || at < min) continue;
    }
    ctx.strokeStyle = palette.marks[kind];
    ctx.lineWidth = ratio;
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(place(at) + ratio / 2, bbox.top);
    ctx.lineTo(place(at) + ratio / 2, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** Draws the threshold if it is within the axis. */
export function drawThreshold(plot: uPlot, threshold: number | undefined, palette: Palette): void {
  const { ctx, bbox } = plot;
  if (threshold === undefined || threshold > (plot.scales.y?.max ?? 0)) return;
  const y = Math.round(plot.valToPos(threshold, 'y', true)) + devicePixelRatio / 2;
  ctx.save();
  ctx.strokeStyle = palette.threshold;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

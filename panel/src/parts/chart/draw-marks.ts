import type uPlot from 'uplot';
import type { Mark } from './chart-data.ts';
import type { Palette } from './palette.ts';

/** Behind the lines: a band for what lasted, a dashed line for what happened. */
export function drawMarks(plot: uPlot, marks: readonly Mark[], palette: Palette): void {
  const { ctx, bbox } = plot;
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  const place = (at: number) => Math.round(plot.valToPos(Math.min(Math.max(at, min), max), 'x', true));
  const ratio = devicePixelRatio;
  ctx.save();
  for (const { kind, at, until } of marks) {
    if ((until ?? at) < min || at > max) continue;
    if (until !== undefined) {
      ctx.fillStyle = palette.downFill;
      ctx.fillRect(place(at), bbox.top, Math.max(place(until) - place(at), ratio), bbox.height);
      continue;
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

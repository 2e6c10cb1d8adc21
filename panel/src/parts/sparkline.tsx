import classes from './sparkline.module.css';

const WIDTH = 56;
const HEIGHT = 18;

/** Draws the trend of a number shown beside it; hidden from screen readers. */
export function Sparkline({ values, top }: { values: readonly (number | null)[]; top: number }) {
  return (
    <svg className={classes.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path d={drawPath(values, top)} />
    </svg>
  );
}

/** Returns an SVG path that is interrupted at gaps. */
function drawPath(values: readonly (number | null)[], top: number): string {
  const step = WIDTH / Math.max(values.length - 1, 1);
  let isDrawing = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const y = HEIGHT - 1 - (Math.min(value, top) / top) * (HEIGHT - 2);
      const command = isDrawing ? 'L' : 'M';
      isDrawing = true;
      return `${command}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

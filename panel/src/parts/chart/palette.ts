import { rootScale } from '../root-scale.ts';
import type { MarkKind } from './chart-data.ts';

/** Current chart colours of the style sheet, which a canvas cannot read itself. */
export interface Palette {
  lines: readonly string[];
  fills: readonly string[];
  grid: string;
  text: string;
  surface: string;
  marks: Readonly<Record<MarkKind, string>>;
  downFill: string;
  threshold: string;
  font: string;
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(`--chart-${name}`).trim();
  return {
    lines: [read('line-1'), read('line-2')],
    fills: [read('fill-1'), read('fill-2')],
    grid: read('grid'),
    text: read('text'),
    surface: read('surface'),
    marks: { restart: read('restart'), backup: read('backup'), down: read('down'), alert: read('alert') },
    downFill: read('down-fill'),
    threshold: read('alert'),
    font: `${11 * rootScale()}px ${style.fontFamily}`,
  };
}

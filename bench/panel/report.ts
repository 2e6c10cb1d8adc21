import { judge, renderTable, type Surroundings } from '../report.ts';
import type { Frames } from './frames.ts';

const SCRIPT_AIM_KB = 250;
const INTERACTIVE_AIM_MS = 1_500;
const NAVIGATION_AIM_MS = 100;
/** A screen shows 60 frames a second; a few missed in three seconds are not visible. */
const FRAMES_AIM = 59;

export interface PanelResult {
  readonly scriptBytes: number;
  readonly slowDown: number;
  readonly shownMs: number;
  readonly completeMs: number;
  readonly navigationMs: number;
  readonly chart: Frames;
}

export function renderPanel(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  { scriptBytes, slowDown, shownMs, completeMs, navigationMs, chart }: PanelResult,
): string {
  const kilobytes = scriptBytes / 1000;
  return [
    `${date}, ${cpu}, Node ${node}. Headless Chromium without a graphics card, on the machine of the server. A load is one`,
    'with an empty cache; the slow-down is that of the browser’s own tools.',
    '',
    ...renderTable(
      ['what', 'measured', 'aim'],
      [
        [
          'compressed script of the overview',
          `${kilobytes.toFixed(0)} KB`,
          judge(`< ${SCRIPT_AIM_KB} KB`, kilobytes < SCRIPT_AIM_KB),
        ],
        [
          `overview, ${slowDown}× slower processor: can be used`,
          `${shownMs.toFixed(0)} ms`,
          judge(`< ${INTERACTIVE_AIM_MS} ms`, shownMs < INTERACTIVE_AIM_MS),
        ],
        [`overview, ${slowDown}× slower processor: everything is there`, `${completeMs.toFixed(0)} ms`, ''],
        [
          'from one loaded page to another',
          `${navigationMs.toFixed(0)} ms`,
          judge(`< ${NAVIGATION_AIM_MS} ms`, navigationMs < NAVIGATION_AIM_MS),
        ],
        [
          `charts of ${chart.points.toLocaleString('en')} points a line, dragged along`,
          `${chart.perSecond.toFixed(0)} frames a second, ${chart.scriptMs.toFixed(1)} ms of script in each`,
          judge('60 frames', chart.perSecond >= FRAMES_AIM),
        ],
      ],
    ),
  ].join('\n');
}

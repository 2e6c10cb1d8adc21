import { judge, renderTable, type Surroundings } from '../report.ts';
import type { Frames } from './frames.ts';

const SCRIPT_AIM_KB = 180;
const INTERACTIVE_AIM_MS = 1_500;
const NAVIGATION_AIM_MS = 100;
const SLOW_4G_AIMS_MS = { signIn: 2_500, overview: 3_000, reference: 2_000 };
/** A screen shows 60 frames a second; a few missed in three seconds are not visible. */
const FRAMES_AIM = 59;

export interface PanelResult {
  readonly scriptBytes: number;
  readonly signInBytes: number;
  readonly slowDown: number;
  readonly shownMs: number;
  readonly completeMs: number;
  /** With the slower processor, on slow 4G, until the page can be used. */
  readonly slow4g: { readonly signInMs: number; readonly overviewMs: number; readonly referenceMs: number };
  readonly navigationMs: number;
  readonly chart: Frames;
}

export function renderPanel(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  { scriptBytes, signInBytes, slowDown, shownMs, completeMs, slow4g, navigationMs, chart }: PanelResult,
): string {
  const script = (page: string, bytes: number) => {
    const kilobytes = bytes / 1000;
    const aim = judge(`< ${SCRIPT_AIM_KB} KB`, kilobytes < SCRIPT_AIM_KB);
    return [`compressed script of ${page}`, `${kilobytes.toFixed(0)} KB`, aim];
  };
  const onSlow4g = (page: string, ms: number, aim: number) => [
    `${page} on slow 4G, ${slowDown}× slower processor: can be used`,
    `${ms.toFixed(0)} ms`,
    judge(`< ${aim} ms`, ms < aim),
  ];
  return [
    `${date}, ${cpu}, Node ${node}. Headless Chromium without a graphics card, on the machine of the server. A load is one`,
    'with an empty cache; the slow-down and slow 4G (1.6 Mbit/s, 150 ms) are those of the browser’s own tools.',
    '',
    ...renderTable(
      ['what', 'measured', 'aim'],
      [
        script('the sign-in', signInBytes),
        script('the overview', scriptBytes),
        onSlow4g('sign-in', slow4g.signInMs, SLOW_4G_AIMS_MS.signIn),
        onSlow4g('overview', slow4g.overviewMs, SLOW_4G_AIMS_MS.overview),
        onSlow4g('API reference', slow4g.referenceMs, SLOW_4G_AIMS_MS.reference),
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

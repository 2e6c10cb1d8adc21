import type { Page } from 'playwright-core';
import { type StartedPanel, settle } from '../../testing/browser/panel.ts';

export interface Frames {
  readonly points: number;
  readonly perSecond: number;
  /** Script time per frame, out of the 16.7 ms that a frame has. */
  readonly scriptMs: number;
}

interface Metrics {
  start: string;
  end: string;
  step: number;
  series: Record<string, { unit: string; values: [number, number][] }>;
}

const FRAMES = 180;

/** Drags the charts of a server, as far in each frame as a hand does. Each series has `points` points. */
export async function measureFrames(page: Page, panel: StartedPanel, points: number): Promise<Frames> {
  const response = await fetch(`${panel.url}/api/v1/hosting?search=web1`, { headers: { 'X-API-Key': panel.liveKey } });
  const [server] = ((await response.json()) as { data: { id: number }[] }).data;
  await page.route(/\/hosting\/metrics/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: Metrics };
    await route.fulfill({ response: answer, json: { ...body, data: spread(body.data, points) } });
  });
  await page.goto(`${panel.url}/servers/${server?.id}?range=24h`);
  await page.locator('.u-over').first().waitFor();
  await settle(page);
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable');
  const scriptSeconds = async () =>
    (await tools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0;
  const before = await scriptSeconds();
  const ms = (await page.evaluate(`(${PAN})(${FRAMES})`)) as number;
  const scriptMs = (((await scriptSeconds()) - before) * 1000) / FRAMES;
  await page.unroute(/\/hosting\/metrics/);
  return { points, perSecond: (FRAMES * 1000) / ms, scriptMs };
}

/** Returns the same time range with more readings than the server would return. */
function spread(metrics: Metrics, points: number): Metrics {
  const [start, end] = [Date.parse(metrics.start) / 1000, Date.parse(metrics.end) / 1000];
  const step = (end - start) / points;
  const series = Object.entries(metrics.series).map(([name, { unit }]) => {
    const values = Array.from({ length: points }, (_, at): [number, number] => [
      start + at * step,
      50 + 40 * Math.sin(at / 40) + ((at * 7919) % 10),
    ]);
    return [name, { unit, values }] as const;
  });
  return { ...metrics, step, series: Object.fromEntries(series) };
}

const PAN = `(frames) => new Promise((resolve) => {
  const over = document.querySelector('.u-over');
  const { left, top, width, height } = over.getBoundingClientRect();
  const [middle, clientY] = [left + width / 2, top + height / 2];
  const fire = (target, type, clientX) =>
    target.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0, shiftKey: true, clientX, clientY }));
  fire(over, 'mousedown', middle);
  let frame = 0;
  const started = performance.now();
  const move = () => {
    if (frame === frames) return resolve(performance.now() - started);
    frame += 1;
    fire(document, 'mousemove', middle + Math.sin(frame / 20) * (width / 3));
    requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
})`;

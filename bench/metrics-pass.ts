// Reads the metrics of all machines once and prints the cost. engines.ts runs it in a separate process.
import { setTimeout as sleep } from 'node:timers/promises';
import { createIncusVps } from '../server/src/engines/vps/incus/incus.ts';

const PASSES = 5;
/** Longer than the engine caches its last readings, and longer than a machine counts as freshly booted. */
const APART_MS = 12_000;
const [socket = ''] = process.argv.slice(2);
const vps = createIncusVps({ url: `unix:${socket}` });
const before = process.memoryUsage.rss();
const times: number[] = [];
let machines = 0;
for (let pass = 0; pass < PASSES; pass++) {
  await sleep(APART_MS);
  const began = performance.now();
  machines = (await vps.sample()).length;
  times.push(performance.now() - began);
}
const peak = process.resourceUsage().maxRSS * 1024;
const medianMs = times.toSorted((a, b) => a - b)[Math.floor(PASSES / 2)] ?? Number.NaN;
const megabytes = (peak - before) / 2 ** 20;
process.stdout.write(JSON.stringify({ machines, firstMs: times[0], medianMs, megabytes }));
process.exit(0);

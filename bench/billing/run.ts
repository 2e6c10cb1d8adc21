// Does one billing run and prints its cost. measure.ts starts it in a separate process, which it sometimes kills.
import { compose } from '../../server/src/compose/compose.ts';
import { createLogger } from '../../server/src/kernel/log.ts';
import { systemClock } from '../../server/src/kernel/time.ts';
import { readConfig } from '../../server/src/settings/config.ts';

const [at = '', settings = '{}'] = process.argv.slice(2);
const hostler = await compose({
  config: readConfig(JSON.parse(settings)),
  clock: systemClock,
  log: createLogger('silent'),
});
await hostler.prepare();
const before = process.memoryUsage.rss();
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 20);
const usedBefore = process.cpuUsage();
const began = performance.now();
const lines = { done: 0, failed: 0, held: 0, more: 0 };
await hostler.operator.billing.run({
  at: Number(at),
  // The subscriptions are made up, with due days far from now.
  yes: true,
  onLine: ({ state }) => {
    lines[state]++;
  },
});
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(usedBefore);
clearInterval(watch);
const megabytes = (Math.max(peak, process.memoryUsage.rss()) - before) / 2 ** 20;
process.stdout.write(JSON.stringify({ ms, cpuMs: (user + system) / 1_000, ...lines, megabytes }));
await hostler.db.close();
process.exit(0);

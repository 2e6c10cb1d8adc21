import { expect, it } from 'vitest';
import { createScrape, defineCounter, defineGauge, joinScrapes } from './metric.ts';

it('joins the samples of two processes, each metric once', async () => {
  const shared = defineCounter({ name: 'shared_total', help: 'In both.', labelNames: ['kind'] });
  const own = defineGauge({ name: 'own', help: 'Here.' });
  const other = defineGauge({ name: 'other', help: 'There.' });
  shared.inc({ kind: 'a' }, 2);
  own.set(3);
  other.set(4);
  const scrape = joinScrapes(createScrape([shared, own]), createScrape([shared, other], { part: 'work' }));
  expect(await scrape()).toBe(`# HELP shared_total In both.
# TYPE shared_total counter
shared_total{kind="a"} 2
shared_total{kind="a",part="work"} 2
# HELP own Here.
# TYPE own gauge
own 3
# HELP other There.
# TYPE other gauge
other{part="work"} 4
`);
  expect(await joinScrapes(createScrape([own]), async () => '')()).toBe(await createScrape([own])());
});

import { randomUUID } from 'node:crypto';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { openRelay } from '@hostler/testing/receivers/relay.ts';
import { until } from '@hostler/testing/until.ts';
import { expect, it, onTestFinished } from 'vitest';
import { ValkeyRateCounter } from './valkey-rate-counter.ts';

describeWithService('valkey', 'a count that replicas share', (url) => {
  function openCounter(at: string): ValkeyRateCounter {
    const counter = new ValkeyRateCounter(at, () => {});
    onTestFinished(() => counter.close());
    return counter;
  }

  it('recovers after a late response on the same connection, and reports it', async () => {
    const late: (() => void)[] = [];
    let isSlow = false;
    const relay = await openRelay(url, {
      answer(given, client) {
        if (isSlow) late.push(() => client.write(given));
        return isSlow;
      },
    });
    onTestFinished(relay.close);
    const [slow, other] = [openCounter(relay.url), openCounter(url)];
    const key = randomUUID();
    let own = 0;
    const count = () => {
      own++;
      return slow.increment(key, 1);
    };
    await until(async () => (await other.increment(key, 1)) > 0 && (await count()) > own);

    isSlow = true;
    expect(await count()).toBe(own);
    expect(slow.problem()).toContain('counts its rate limits alone');
    isSlow = false;
    for (const tell of late.splice(0)) tell();
    await until(async () => (await count()) > own && slow.problem() === undefined);
    expect(relay.countOpen()).toBe(1);
  });
});

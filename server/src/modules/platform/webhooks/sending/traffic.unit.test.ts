import { describe, expect, it } from 'vitest';
import type { ClaimedDelivery, Target } from './claim.ts';
import { type Flight, Traffic } from './traffic.ts';

let deliveries = 0;

function target(id: number, account_id: number, url = `https://r${id}.example.com/hook`): Target {
  return {
    id,
    account_id,
    url,
    status: 'active',
    secret: '',
    previous_secret: null,
    previous_secret_until: null,
    failing_since: null,
  };
}

function deliver(to: Target): ClaimedDelivery {
  const id = ++deliveries;
  return {
    id,
    target: to,
    eventId: id,
    event: 'ticket.created',
    body: Buffer.alloc(0),
    attempts: 0,
    log: '[]',
    traceparent: null,
  };
}

/** Takes as many as there is capacity for, as a claim does. */
function fill(traffic: Traffic, to: Target, wanted: number): number {
  const count = traffic.share({ onlyNew: false })(to, wanted);
  traffic.accept(
    to,
    Array.from({ length: count }, () => deliver(to)),
  );
  return count;
}

function startAll(traffic: Traffic): Flight[] {
  const begun: Flight[] = [];
  for (let next = traffic.next(); next; next = traffic.next()) begun.push(traffic.begin(next.lane, next.delivery));
  return begun;
}

const ofAccount = (flights: readonly Flight[], id: number) => flights.filter(({ lane }) => lane.line.id === id).length;

describe('the limit of concurrent requests', () => {
  it('applies per account, and still allows one request for each of its webhooks', () => {
    const traffic = new Traffic();
    for (let id = 1; id <= 50; id++) fill(traffic, target(id, 1), 4);
    const flights = startAll(traffic);
    expect(flights.length).toBeLessThanOrEqual(96);
    expect(new Set(flights.map(({ lane }) => lane.webhookId)).size).toBe(50);
  });

  it('applies per origin, and admits the next waiting delivery when one ends', () => {
    const traffic = new Traffic();
    const url = 'https://shared.example.com/hook';
    for (let id = 1; id <= 200; id++) fill(traffic, target(id, id, url), 1);
    const flights = startAll(traffic);
    expect(flights).toHaveLength(128);
    for (const flight of flights.slice(0, 10)) traffic.end(flight);
    expect(startAll(traffic)).toHaveLength(10);
    fill(traffic, target(300, 300), 1);
    expect(startAll(traffic)).toHaveLength(1);
  });

  it('leaves room for an idle account when all others have reached their limit', () => {
    const traffic = new Traffic();
    const busy: Flight[] = [];
    for (let account = 1; account <= 12; account++) {
      for (let number = 1; number <= 50; number++) fill(traffic, target(account * 100 + number, account), 4);
      busy.push(...startAll(traffic));
      // Not 0: this process may be younger than the time that counts as slow.
      for (const flight of busy) Object.assign(flight, { since: Number.NEGATIVE_INFINITY });
      traffic.noteSlow();
    }
    expect(busy.length).toBeGreaterThan(500);
    expect(fill(traffic, target(9_999, 99), 4)).toBeGreaterThan(0);
    expect(ofAccount(startAll(traffic), 99)).toBeGreaterThan(0);
  });

  it('is shared by accounts in turn', () => {
    const traffic = new Traffic();
    fill(traffic, target(1, 1), 4);
    fill(traffic, target(2, 2), 4);
    expect(startAll(traffic).map(({ lane }) => lane.line.id)).toEqual([1, 2, 1, 2, 1, 2, 1, 2]);
  });
});

describe('the limit of held deliveries', () => {
  it('is never used up by one account, however many webhooks it has', () => {
    const traffic = new Traffic();
    for (let id = 1; id <= 1_000; id++) fill(traffic, target(id, 1), 4);
    expect(traffic.free).toBeGreaterThan(2_048 / 2);
    expect(traffic.listFullAccounts()).toEqual([1]);
    expect(fill(traffic, target(5_000, 2), 4)).toBe(4);
    expect(traffic.listFullAccounts()).toEqual([1]);
  });

  it('grows for a receiver that responds promptly, and not for a slow one', () => {
    const traffic = new Traffic();
    const [prompt, slow] = [target(1, 1), target(2, 2)];
    for (let round = 0; round < 20; round++) {
      fill(traffic, prompt, 100);
      fill(traffic, slow, 100);
      for (const flight of startAll(traffic)) {
        flight.lane.noteAnswer(flight.lane.webhookId === prompt.id ? 10 : 13_500);
        traffic.end(flight);
      }
    }
    for (let round = 0; round < 10; round++) {
      fill(traffic, prompt, 1_000);
      fill(traffic, slow, 1_000);
    }
    const flights = startAll(traffic);
    expect(ofAccount(flights, 1)).toBe(32);
    expect(ofAccount(flights, 2)).toBe(4);
    expect(traffic.takeWaiting().length).toBe(32 * 8 - 32);
  });

  it('is free again after the last delivery of a webhook', () => {
    const traffic = new Traffic();
    fill(traffic, target(1, 1), 4);
    for (const flight of startAll(traffic)) {
      traffic.end(flight);
      traffic.forgetIfIdle(flight.lane);
    }
    expect(traffic.free).toBe(2_048);
    expect(traffic.listBusyWebhooks()).toEqual([]);
  });

  it('keeps no state of a webhook, account or origin without deliveries', () => {
    const traffic = new Traffic();
    const lanes = [1, 2].map(() => {
      fill(traffic, target(1, 1), 1);
      const [flight] = startAll(traffic);
      if (!flight) throw new Error('Nothing began.');
      traffic.end(flight);
      traffic.forgetIfIdle(flight.lane);
      return flight.lane;
    });
    expect(lanes[1]).not.toBe(lanes[0]);
    expect(lanes[1]?.line).not.toBe(lanes[0]?.line);
    expect(lanes[1]?.origin).not.toBe(lanes[0]?.origin);
  });

  it('admits a new delivery, unless older ones are already due', () => {
    const traffic = new Traffic();
    const takeNew = () => traffic.share({ onlyNew: true })(target(1, 1), 1);
    const lane = traffic.accept(target(1, 1), [deliver(target(1, 1))]);
    expect(takeNew()).toBe(1);
    lane.more = true;
    expect(takeNew()).toBe(0);
  });
});

describe('deliveries waiting for a webhook', () => {
  const other = target(2, 1);
  const waiting = (current: Target | undefined) => {
    const traffic = new Traffic();
    const claimed = target(1, 1);
    const lane = traffic.accept(claimed, [deliver(claimed), deliver(claimed)]);
    lane.more = true;
    traffic.accept(other, [deliver(other)]);
    const webhooks = traffic.listWaitingWebhooks();
    const targets = [current, other].flatMap((each): [number, Target][] => (each ? [[each.id, each]] : []));
    const taken = traffic.takeOutdated(webhooks, new Map(targets));
    return { taken: taken.map(({ delivery }) => delivery.target.id), begun: startAll(traffic), more: lane.more };
  };

  it.each([
    ['removed', undefined],
    ['paused', { ...target(1, 1), status: 'paused' as const }],
  ])('are taken back after the webhook is %s, and no more are claimed', (_what, current) => {
    const { taken, begun, more } = waiting(current);
    expect(taken).toEqual([1, 1]);
    expect(begun.map(({ delivery }) => delivery.target)).toEqual([other]);
    expect(more).toBe(false);
  });

  it.each([
    ['gets another URL', target(1, 1, 'https://elsewhere.example.com/hook')],
    ['gets another secret', { ...target(1, 1), secret: 'another' }],
  ])('are taken back after the webhook %s, and are claimed again', (_what, current) => {
    const { taken, more } = waiting(current);
    expect(taken).toEqual([1, 1]);
    expect(more).toBe(true);
  });

  it('stay if the webhook is unchanged', () => {
    const { taken, begun } = waiting(target(1, 1));
    expect(taken).toEqual([]);
    expect(begun).toHaveLength(3);
  });
});

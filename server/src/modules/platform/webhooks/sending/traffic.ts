import { AccountLine } from './account-line.ts';
import type { ClaimedDelivery, Share, Target } from './claim.ts';
import { FIRST_CAPACITY, Lane, Origin } from './lane.ts';

const MAX_CLAIMED = 2048;
/** Concurrent requests, without those that are already slow: slow receivers must not block the others. */
const MAX_QUICK = 256;
const MAX_IN_FLIGHT = 1024;
/** Part of both limits that is reserved for accounts without a request. */
const RESERVE = 128;
const MAX_TO_ORIGIN = 128;
const SLOW_AFTER_MS = 1_000;

/** A request in progress. */
export interface Flight {
  readonly lane: Lane;
  readonly delivery: ClaimedDelivery;
  readonly since: number;
  slow: boolean;
}

/**
 * Decides how much each account may hold and send. Accounts take turns, then the webhooks of an account. The share of
 * one account, host or webhook is limited, and some capacity is always left for those without any.
 */
export class Traffic {
  readonly #lanes = new Map<number, Lane>();
  readonly #lines = new Map<number, AccountLine<Lane>>();
  readonly #origins = new Map<string, Origin>();
  /**
   * Accounts that can start a request, in the order of their turns, and those of them without a request in progress.
   */
  readonly #ready = new Set<AccountLine<Lane>>();
  readonly #newcomers = new Set<AccountLine<Lane>>();
  readonly #held = new Set<number>();
  /** In the order in which they began. */
  readonly #flights = new Set<Flight>();
  #slow = 0;

  get isEmpty(): boolean {
    return this.#held.size === 0;
  }

  get isFull(): boolean {
    return this.#held.size >= MAX_CLAIMED;
  }

  get isHalfEmpty(): boolean {
    return this.#held.size <= MAX_CLAIMED / 2;
  }

  get free(): number {
    return MAX_CLAIMED - this.#held.size;
  }

  /** Returns webhooks that cannot take more. */
  listBusyWebhooks(): number[] {
    return [...this.#lanes.values()].filter((lane) => !lane.wantsMore).map(({ webhookId }) => webhookId);
  }

  /** Returns accounts that hold about as much as they may. */
  listFullAccounts(): number[] {
    const full = [...this.#lines.values()].filter((line) => this.#isFilled(line));
    for (const line of full) line.starved = true;
    return full.map(({ id }) => id);
  }

  #isFilled({ held }: AccountLine<Lane>): boolean {
    return held >= (this.free * 3) / 8;
  }

  /**
   * Starts a distribution of the free capacity. An account may hold half of what is left, a webhook half of that, and
   * one that holds nothing always gets one. `onlyNew` is for deliveries that were just created; they wait if older ones
   * are due.
   */
  share({ onlyNew }: { onlyNew: boolean }): Share {
    let { free } = this;
    const accounts = new Map<number, number>();
    const webhooks = new Map<number, number>();
    return ({ id, account_id }, wanted) => {
      const lane = this.#lanes.get(id);
      if (free === 0 || (onlyNew && lane?.more)) return 0;
      const ofAccount = accounts.get(account_id) ?? this.#lines.get(account_id)?.held ?? 0;
      const ofWebhook = webhooks.get(id) ?? lane?.held ?? 0;
      const left = atLeastFirst(ofAccount, Math.floor(free / 2) - ofAccount);
      const room = (lane?.capacity ?? FIRST_CAPACITY) - ofWebhook;
      const fair = atLeastFirst(ofWebhook, Math.ceil((left - ofWebhook) / 2));
      const taken = Math.max(0, Math.min(wanted, room, left, fair));
      free -= taken;
      accounts.set(account_id, ofAccount + taken);
      webhooks.set(id, ofWebhook + taken);
      return taken;
    };
  }

  /** After a jump of the clock our own lease may look expired. It is renewed, and nothing is sent twice. */
  accept(target: Target, deliveries: readonly ClaimedDelivery[]): Lane {
    const lane = this.#laneOf(target);
    const since = performance.now();
    for (const delivery of deliveries) {
      if (this.#held.has(delivery.id)) continue;
      this.#held.add(delivery.id);
      lane.line.held++;
      lane.waiting.push({ delivery, since });
    }
    this.#queue(lane);
    return lane;
  }

  /** Returns the next request to start, if one may start. */
  next(): { lane: Lane; delivery: ClaimedDelivery; since: number } | undefined {
    for (;;) {
      const lane = this.#chooseLine()?.take();
      if (!lane) return undefined;
      const first = lane.origin.inFlight < MAX_TO_ORIGIN ? lane.waiting.shift() : undefined;
      if (first) return { lane, ...first };
      this.#queue(lane);
    }
  }

  begin(lane: Lane, delivery: ClaimedDelivery): Flight {
    const flight: Flight = { lane, delivery, since: performance.now(), slow: false };
    this.#flights.add(flight);
    lane.inFlight++;
    lane.line.inFlight++;
    lane.origin.inFlight++;
    this.#queue(lane);
    return flight;
  }

  end(flight: Flight): void {
    const { lane } = flight;
    this.#flights.delete(flight);
    if (flight.slow) this.#slow--;
    lane.inFlight--;
    lane.line.inFlight--;
    lane.origin.inFlight--;
    this.forget(lane, flight.delivery);
    const [waiting] = lane.origin.waiting;
    if (waiting) this.#queue(waiting);
    this.#queue(lane);
  }

  /** Removes a delivery that is no longer held. */
  forget({ line }: Lane, { id }: ClaimedDelivery): void {
    if (this.#held.delete(id)) line.held--;
  }

  /** Removes and returns all deliveries whose request has not started. */
  takeWaiting(lanes: Iterable<Lane> = this.#lanes.values()): { lane: Lane; delivery: ClaimedDelivery }[] {
    return [...lanes].flatMap((lane) => {
      const taken = lane.waiting.splice(0).map(({ delivery }) => ({ lane, delivery }));
      this.#queue(lane);
      return taken;
    });
  }

  /** Returns webhooks with deliveries whose request has not started. */
  listWaitingWebhooks(): number[] {
    return [...this.#lanes.values()].filter(({ waiting }) => waiting.length > 0).map(({ webhookId }) => webhookId);
  }

  /** Removes and returns waiting deliveries that were claimed for an outdated webhook. */
  takeOutdated(
    webhooks: readonly number[],
    current: ReadonlyMap<number, Target>,
  ): { lane: Lane; delivery: ClaimedDelivery }[] {
    return webhooks.flatMap((id) => {
      const lane = this.#lanes.get(id);
      if (!lane) return [];
      const target = current.get(id);
      if (target?.status !== 'active') lane.more = false;
      const kept = lane.waiting.filter(({ delivery }) => isSameTarget(delivery.target, target));
      if (kept.length === lane.waiting.length) return [];
      const taken = this.takeWaiting([lane]).filter(({ delivery }) => !isSameTarget(delivery.target, target));
      lane.waiting.push(...kept);
      this.#queue(lane);
      return taken;
    });
  }

  /** Returns whether its account waits for capacity and has some again. */
  isHungry({ line }: Lane): boolean {
    if (!line.starved || this.#isFilled(line)) return false;
    line.starved = false;
    return true;
  }

  noteSlow(): void {
    const before = performance.now() - SLOW_AFTER_MS;
    for (const flight of this.#flights) {
      if (flight.since > before) break;
      if (!flight.slow) this.#slow++;
      flight.slow = true;
    }
  }

  forgetIfIdle(lane: Lane): void {
    if (lane.held > 0 || lane.more || this.#lanes.get(lane.webhookId) !== lane) return;
    this.#lanes.delete(lane.webhookId);
    if (--lane.line.lanes === 0) this.#lines.delete(lane.line.id);
    if (--lane.origin.lanes === 0) this.#origins.delete(lane.origin.name);
  }

  #chooseLine(): AccountLine<Lane> | undefined {
    const all = this.#flights.size;
    const quick = all - this.#slow;
    if (all >= MAX_IN_FLIGHT || quick >= MAX_QUICK + RESERVE) return undefined;
    const crowded = all >= MAX_IN_FLIGHT - RESERVE || quick >= MAX_QUICK;
    const [line] = crowded ? this.#newcomers : this.#ready;
    return line;
  }

  /** Moves a lane, and its account, to the end of their queues. */
  #queue(lane: Lane): void {
    const { line, origin } = lane;
    line.remove(lane);
    origin.waiting.delete(lane);
    if (lane.canStart) {
      if (origin.inFlight >= MAX_TO_ORIGIN) origin.waiting.add(lane);
      else line.add(lane);
    }
    this.#ready.delete(line);
    this.#newcomers.delete(line);
    if (!line.canStart) return;
    this.#ready.add(line);
    if (line.inFlight === 0) this.#newcomers.add(line);
  }

  #laneOf(target: Target): Lane {
    const known = this.#lanes.get(target.id);
    if (known) return known;
    const line = this.#lines.get(target.account_id) ?? new AccountLine<Lane>(target.account_id);
    const name = URL.parse(target.url)?.origin ?? '';
    const origin = this.#origins.get(name) ?? new Origin(name);
    const lane = new Lane(target, line, origin);
    line.lanes++;
    origin.lanes++;
    this.#lines.set(line.id, line);
    this.#origins.set(name, origin);
    this.#lanes.set(target.id, lane);
    return lane;
  }
}

function isSameTarget(claimed: Target, current: Target | undefined): boolean {
  return current?.status === 'active' && current.url === claimed.url && current.secret === claimed.secret;
}

function atLeastFirst(held: number, share: number): number {
  return held === 0 ? Math.max(1, share) : share;
}

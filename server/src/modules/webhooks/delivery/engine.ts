import { randomUUID } from 'node:crypto';
import type { Database } from '../../../kernel/db/database.ts';
import type { BackgroundService } from '../../../kernel/jobs/service.ts';
import type { Logger } from '../../../kernel/log.ts';
import { type Clock, MINUTE, SECOND } from '../../../kernel/time.ts';
import { DELIVERIES_SIGNAL } from '../queue-store.ts';
import { isSuccess, type Sender } from '../sender.ts';
import { type ClaimedDelivery, claimDeliveries, type Target } from './claim.ts';
import type { Taker } from './fan-out.ts';
import { Lane } from './lane.ts';
import type { Notify } from './notice.ts';
import { releaseDeliveries } from './record.ts';
import { Recorder } from './recorder.ts';
import { toResult } from './result.ts';

/** Far longer than an attempt may take, so that it need not be renewed and clocks need not agree to the second. */
const LEASE_MS = MINUTE;
/** What has waited here this long for its receiver goes back, while its lease is still good. */
const MAX_WAIT_MS = 20 * SECOND;
const LOOK_EVERY_MS = SECOND / 2;
const WEBHOOKS_PER_TURN = 64;
const MAX_CLAIMED = 1024;
/** Requests under way, not counting those that have taken long already: the slow must not keep the others out. */
const MAX_QUICK = 256;
const MAX_IN_FLIGHT = 1024;
const SLOW_AFTER_MS = SECOND;

interface Flight {
  readonly since: number;
  slow: boolean;
  ended: Promise<void>;
}

interface EngineOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  send: Sender;
  notify: Notify;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** Claims due deliveries, sends them and has the results recorded. Any number of them may run, in any number of processes. */
export class DeliveryEngine implements BackgroundService, Taker {
  readonly #options: EngineOptions;
  readonly worker = randomUUID();
  readonly leaseMs = LEASE_MS;
  readonly #recorder: Recorder;
  readonly #lanes = new Map<number, Lane>();
  /** Lanes that could start a request, the one whose turn it is first. */
  readonly #ready = new Set<Lane>();
  /** The deliveries this process has claimed, waiting or under way. */
  readonly #held = new Set<number>();
  /** In the order they began. */
  readonly #flights = new Set<Flight>();
  #slow = 0;
  /** More was due than could be held. */
  #starved = false;
  #timers: NodeJS.Timeout[] = [];
  #unsubscribe: (() => void) | undefined;
  #claiming: Promise<void> | undefined;
  #lookAgain = false;
  #stopping = true;
  #aborted = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#recorder = new Recorder({ ...options, worker: this.worker, leaseMs: LEASE_MS });
  }

  start(): void {
    this.#stopping = false;
    this.#unsubscribe = this.#options.db.onSignal(DELIVERIES_SIGNAL, () => this.#look());
    this.#timers = [setInterval(() => this.#look(), LOOK_EVERY_MS), setInterval(() => this.#noteSlow(), SLOW_AFTER_MS)];
    this.#look();
  }

  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe?.();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#claiming;
    const waiting = [...this.#lanes.values()].flatMap((lane) => lane.waiting.splice(0));
    await this.#release(waiting.map(({ delivery }) => delivery));
    const patience = setTimeout(() => void this.#abort(), patienceMs);
    await Promise.all([...this.#flights].map(({ ended }) => ended));
    clearTimeout(patience);
    await this.#recorder.finish();
    await this.#options.close();
  }

  async #abort(): Promise<void> {
    this.#aborted = true;
    await this.#options.close();
  }

  /** One claim at a time; whoever asks meanwhile is served by another turn. */
  #look(): void {
    this.#lookAgain = true;
    if (this.#stopping) return;
    this.#claiming ??= this.#claim().finally(() => {
      this.#claiming = undefined;
    });
  }

  async #claim(): Promise<void> {
    try {
      while (this.#lookAgain && !this.#stopping && this.#held.size < MAX_CLAIMED) {
        this.#lookAgain = false;
        await this.#takeTurn();
      }
      this.#starved = this.#lookAgain;
    } catch (error) {
      this.#options.log.error({ err: error }, 'deliveries could not be claimed');
    }
  }

  async #takeTurn(): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const room = MAX_CLAIMED - this.#held.size;
    const shares = await db.write(() =>
      claimDeliveries({
        worker: this.worker,
        now,
        until: now + LEASE_MS,
        busy: [...this.#lanes.values()].filter((lane) => !lane.wantsMore).map(({ webhookId }) => webhookId),
        webhooks: Math.min(WEBHOOKS_PER_TURN, room),
        deliveries: room,
        room: (target) => (this.#lanes.get(target.id) ?? newLane(target)).room,
      }),
    );
    for (const { target, deliveries, more } of shares) {
      const lane = this.#accept(target, deliveries);
      lane.more = more;
      if (more && lane.wantsMore) this.#lookAgain = true;
      this.#forgetIfIdle(lane);
    }
    if (shares.length === WEBHOOKS_PER_TURN) this.#lookAgain = true;
    this.#startRequests();
  }

  room(): number {
    return this.#stopping ? 0 : MAX_CLAIMED - this.#held.size;
  }

  /** What is new waits its turn where more is due already. */
  roomFor(target: Target): number {
    const lane = this.#lanes.get(target.id) ?? newLane(target);
    return lane.more ? 0 : lane.room;
  }

  take(deliveries: readonly ClaimedDelivery[]): void {
    if (this.#stopping) return void this.#release(deliveries);
    for (const group of Map.groupBy(deliveries, ({ target }) => target).values()) {
      if (group[0]) this.#accept(group[0].target, group);
    }
    this.#startRequests();
  }

  /** After a jump of the clock our own lease may look as if it had ended: then it is renewed, and nothing is sent twice. */
  #accept(target: Target, deliveries: readonly ClaimedDelivery[]): Lane {
    const lane = this.#lanes.get(target.id) ?? newLane(target);
    this.#lanes.set(target.id, lane);
    const since = performance.now();
    for (const delivery of deliveries) {
      if (this.#held.has(delivery.id)) continue;
      this.#held.add(delivery.id);
      lane.waiting.push({ delivery, since });
    }
    if (lane.canStart) this.#ready.add(lane);
    return lane;
  }

  /** Turn by turn: a lane that started one goes to the end of the line. */
  #startRequests(): void {
    const now = performance.now();
    for (const lane of this.#ready) {
      if (this.#flights.size - this.#slow >= MAX_QUICK || this.#flights.size >= MAX_IN_FLIGHT) return;
      this.#ready.delete(lane);
      const next = lane.waiting.shift();
      if (!next) continue;
      if (now - next.since > MAX_WAIT_MS) this.#giveBack(lane, next.delivery);
      else this.#begin(lane, next.delivery, now);
      if (lane.canStart) this.#ready.add(lane);
    }
  }

  #giveBack(lane: Lane, first: ClaimedDelivery): void {
    void this.#release([first, ...lane.waiting.splice(0).map(({ delivery }) => delivery)]);
  }

  async #release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const { db, clock, log } = this.#options;
    const ids = deliveries.map(({ id }) => id);
    for (const id of ids) this.#held.delete(id);
    await db
      .write(() => releaseDeliveries(this.worker, ids, clock.now()))
      .catch((error) => log.error({ err: error }, 'deliveries could not be given back; their lease will end'));
  }

  #begin(lane: Lane, delivery: ClaimedDelivery, since: number): void {
    lane.inFlight++;
    const flight: Flight = { since, slow: false, ended: Promise.resolve() };
    this.#flights.add(flight);
    flight.ended = this.#deliver(lane, delivery).finally(() => this.#land(lane, delivery, flight));
  }

  async #deliver(lane: Lane, delivery: ClaimedDelivery): Promise<void> {
    const { target, eventId, event, body } = delivery;
    const sent = await this.#options.send(target, { id: eventId, event, body });
    // Cut off by our own end, which says nothing about the receiver.
    if (this.#aborted && sent.status === null) return this.#release([delivery]);
    if (isSuccess(sent)) lane.noteAnswer();
    else if (sent.status === null) lane.noteSilence();
    this.#recorder.add(toResult(delivery, sent));
  }

  #land(lane: Lane, delivery: ClaimedDelivery, flight: Flight): void {
    this.#flights.delete(flight);
    if (flight.slow) this.#slow--;
    this.#held.delete(delivery.id);
    lane.inFlight--;
    if (lane.canStart) this.#ready.add(lane);
    this.#startRequests();
    const hungry = this.#starved && this.#held.size <= MAX_CLAIMED / 2;
    if (hungry || (lane.more && lane.wantsMore)) this.#look();
    this.#forgetIfIdle(lane);
  }

  #noteSlow(): void {
    const before = performance.now() - SLOW_AFTER_MS;
    for (const flight of this.#flights) {
      if (flight.since > before) break;
      if (!flight.slow) this.#slow++;
      flight.slow = true;
    }
    this.#startRequests();
  }

  #forgetIfIdle(lane: Lane): void {
    if (lane.isEmpty && !lane.more) this.#lanes.delete(lane.webhookId);
  }
}

function newLane({ id, failing_since }: Target): Lane {
  return new Lane(id, failing_since !== null);
}

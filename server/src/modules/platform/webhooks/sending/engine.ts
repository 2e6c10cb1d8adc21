import type { Database } from '@hostler/database';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { ClaimLoop } from '#kernel/jobs/claim-loop.ts';
import { Presence, PresenceLost, type Taking } from '#kernel/jobs/presence.ts';
import { Recorder } from '#kernel/jobs/recorder.ts';
import type { BackgroundService } from '#kernel/jobs/service.ts';
import type { Logger } from '#kernel/log.ts';
import { type Clock, MINUTE, SECOND } from '#kernel/time.ts';
import { DELIVERIES_SIGNAL, WEBHOOKS_SIGNAL } from '../delivery/queue-store.ts';
import { isSuccess, type Sender } from '../sender.ts';
import { type ClaimedDelivery, claimDeliveries, readTargets, type Share } from './claim.ts';
import type { Taker } from './fan-out.ts';
import type { Lane } from './lane.ts';
import { noteAttempt } from './metrics.ts';
import { type Notify, tellDisabled } from './notice.ts';
import {
  type DeliveryResult,
  giveUpDeliveries,
  recordResults,
  releaseAllDeliveries,
  releaseDeliveries,
} from './record.ts';
import { toResult } from './result.ts';
import { traceAttempt } from './trace.ts';
import { type Flight, Traffic } from './traffic.ts';

/** Much longer than an attempt, so that leases need no renewal. A dead worker is noticed earlier. */
const LEASE_MS = MINUTE;
/** A delivery that waited this long in the process is released while its lease is valid. */
const MAX_WAIT_MS = 20 * SECOND;
const LOOK_EVERY_MS = SECOND / 2;
const WEBHOOKS_PER_TURN = 64;
const NOTE_SLOW_EVERY_MS = SECOND;
/** Fallback if the signal of a changed webhook is lost. */
const RECALL_EVERY_MS = SECOND;

interface EngineOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  send: Sender;
  notify: Notify;
  /** Aborts the requests in progress. */
  close(): Promise<void>;
}

/** Claims due deliveries, sends them and records the results. Several engines may run, in several processes. */
export class DeliveryEngine implements BackgroundService, Taker {
  readonly #options: EngineOptions;
  readonly leaseMs = LEASE_MS;
  readonly #recorder: Recorder<DeliveryResult>;
  readonly #traffic = new Traffic();
  readonly #presence: Presence;
  readonly #flights = new Set<Promise<void>>();
  readonly #claims: ClaimLoop;
  #timers: NodeJS.Timeout[] = [];
  #unsubscribe: (() => void) | undefined;
  #recalling: Promise<void> | undefined;
  #aborted = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#recorder = new Recorder({
      record: (results) => this.#record(results),
      onFailure: (err, deliveries) => this.#report(err, 'results of deliveries could not be recorded', { deliveries }),
      leaseMs: LEASE_MS,
    });
    this.#presence = new Presence({
      ...options,
      kind: 'deliveries',
      keepsWhileUncertain: true,
      isBusy: () => !this.#traffic.isEmpty || !this.#recorder.isIdle,
      onLost: () => this.#forget(this.#traffic.takeWaiting()),
      release: (worker) => releaseAllDeliveries(worker, options.clock.now()),
    });
    this.#claims = new ClaimLoop({
      db: options.db,
      signal: DELIVERIES_SIGNAL,
      everyMs: LOOK_EVERY_MS,
      claim: () => this.#claim(),
      hasRoom: () => !this.#traffic.isFull,
      onError: (error) => {
        if (!(error instanceof PresenceLost)) this.#report(error, 'deliveries could not be claimed');
      },
    });
  }

  start(): void {
    this.#presence.start();
    this.#unsubscribe = this.#options.db.onSignal(WEBHOOKS_SIGNAL, () => this.#findOutdated());
    this.#timers = [
      setInterval(() => this.#noteSlow(), NOTE_SLOW_EVERY_MS),
      setInterval(() => this.#findOutdated(), RECALL_EVERY_MS),
    ];
    this.#claims.start();
  }

  async stop(patienceMs: number): Promise<void> {
    this.#unsubscribe?.();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#claims.stop();
    await this.#recalling;
    await this.#release(this.#traffic.takeWaiting());
    const patience = setTimeout(() => void this.#abort(), patienceMs);
    await Promise.all(this.#flights);
    clearTimeout(patience);
    await this.#recorder.finish();
    await this.#presence.stop();
    await this.#options.close();
  }

  async #abort(): Promise<void> {
    this.#aborted = true;
    await this.#options.close();
  }

  /** Returns whether more deliveries may be due that this process can take. */
  async #claim(): Promise<boolean> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const { free } = this.#traffic;
    const traffic = this.#traffic;
    const shares = await this.#presence.take(function* ({ worker, join }) {
      const shares = yield* claimDeliveries({
        worker,
        now,
        until: now + LEASE_MS,
        busy: traffic.listBusyWebhooks(),
        full: traffic.listFullAccounts(),
        webhooks: Math.min(WEBHOOKS_PER_TURN, free),
        deliveries: free,
        share: () => traffic.share({ onlyNew: false }),
      });
      if (shares.some(({ deliveries, stale }) => deliveries.length + stale.length > 0)) yield* join();
      return shares;
    });
    let isMoreDue = false;
    for (const { target, deliveries, stale, more } of shares) {
      const lane = this.#traffic.accept(target, deliveries);
      lane.more = more;
      if (more && deliveries.length + stale.length > 0 && lane.wantsMore) isMoreDue = true;
      this.#traffic.forgetIfIdle(lane);
    }
    const anything = shares.some(({ deliveries }) => deliveries.length > 0);
    if (anything && shares.length === WEBHOOKS_PER_TURN) isMoreDue = true;
    this.#startRequests();
    const stale = shares.flatMap((share) => share.stale);
    if (stale.length > 0) await db.write(() => giveUpDeliveries(this.#presence.worker, stale, now));
    return isMoreDue;
  }

  begin(): Taking {
    return this.#presence.begin();
  }

  share(): Share {
    return this.#claims.isStopped ? () => 0 : this.#traffic.share({ onlyNew: true });
  }

  take(deliveries: readonly ClaimedDelivery[], taking: Taking): void {
    if (!taking.settle()) return;
    for (const group of Map.groupBy(deliveries, ({ target }) => target).values()) {
      if (group[0]) this.#traffic.accept(group[0].target, group);
    }
    if (this.#claims.isStopped) void this.#release(this.#traffic.takeWaiting());
    else this.#startRequests();
  }

  /** Deliveries that another worker may have taken over are not sent before that is known. */
  #startRequests(): void {
    if (!this.#presence.isSafe) return;
    const tooOld = performance.now() - MAX_WAIT_MS;
    for (let next = this.#traffic.next(); next; next = this.#traffic.next()) {
      const { lane, delivery, since } = next;
      if (since > tooOld) this.#begin(lane, delivery);
      else void this.#release([{ lane, delivery }, ...this.#traffic.takeWaiting([lane])]);
    }
  }

  async #release(unsent: readonly { lane: Lane; delivery: ClaimedDelivery }[]): Promise<void> {
    if (unsent.length === 0) return;
    const { db, clock } = this.#options;
    this.#forget(unsent);
    const ids = unsent.map(({ delivery }) => delivery.id);
    await db
      .write(() => releaseDeliveries(this.#presence.worker, ids, clock.now()))
      .catch((error) => this.#report(error, 'deliveries could not be given back; their lease will end'));
  }

  /** Runs one check at a time. A signal meanwhile causes another check a second later. */
  #findOutdated(): void {
    this.#recalling ??= this.#recall().finally(() => {
      this.#recalling = undefined;
    });
  }

  /**
   * Releases waiting deliveries of webhooks that were removed, paused or changed, so that they are sent to the current
   * target. Requests in progress are not aborted.
   */
  async #recall(): Promise<void> {
    const { db } = this.#options;
    const webhooks = this.#traffic.listWaitingWebhooks();
    if (webhooks.length === 0) return;
    try {
      const outdated = this.#traffic.takeOutdated(webhooks, await db.read(readTargets(webhooks)));
      await this.#release(outdated);
      for (const lane of new Set(outdated.map(({ lane }) => lane))) this.#traffic.forgetIfIdle(lane);
    } catch (error) {
      this.#report(error, 'webhooks could not be looked at again; what waits for them is sent as it was claimed');
    }
  }

  /** Logs an error, unless the database is unavailable: that is in the log already. */
  #report(error: unknown, message: string, about: object = {}): void {
    if (!(error instanceof DatabaseUnavailable)) this.#options.log.error({ err: error, ...about }, message);
  }

  #forget(unsent: readonly { lane: Lane; delivery: ClaimedDelivery }[]): void {
    for (const { lane, delivery } of unsent) this.#traffic.forget(lane, delivery);
  }

  #begin(lane: Lane, delivery: ClaimedDelivery): void {
    const flight = this.#traffic.begin(lane, delivery);
    const ended = this.#deliver(lane, delivery).finally(() => {
      this.#flights.delete(ended);
      this.#land(flight);
    });
    this.#flights.add(ended);
  }

  async #deliver(lane: Lane, delivery: ClaimedDelivery): Promise<void> {
    const { target, eventId, event, body } = delivery;
    const sent = await traceAttempt(delivery, () => this.#options.send(target, { id: eventId, event, body }));
    // Our own shutdown aborted the request, so it says nothing about the receiver.
    if (this.#aborted && sent.status === null) return this.#release([{ lane, delivery }]);
    if (isSuccess(sent)) lane.noteAnswer(sent.ms);
    else if (sent.status === null) lane.noteSilence();
    const result = toResult(delivery, sent);
    noteAttempt(result);
    this.#recorder.add(result);
  }

  async #record(results: readonly DeliveryResult[]): Promise<void> {
    const { db, clock, notify } = this.#options;
    const { worker } = this.#presence;
    await db.write(function* () {
      const now = clock.now();
      for (const webhook of yield* recordResults(worker, results, now)) yield* tellDisabled(webhook, notify, now);
    });
  }

  #land(flight: Flight): void {
    const { lane } = flight;
    this.#traffic.end(flight);
    this.#startRequests();
    const hungry = this.#traffic.isHungry(lane) || (this.#claims.wantsRoom && this.#traffic.isHalfEmpty);
    if (hungry || (lane.more && lane.wantsMore)) this.#claims.claimSoon();
    this.#traffic.forgetIfIdle(lane);
  }

  #noteSlow(): void {
    this.#traffic.noteSlow();
    this.#startRequests();
  }
}

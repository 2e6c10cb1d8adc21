import { randomUUID } from 'node:crypto';
import type { Database } from '@hostler/database';
import { DatabaseUnavailable } from '#kernel/database/trouble.ts';
import { Recorder } from '#kernel/jobs/recorder.ts';
import type { BackgroundService } from '#kernel/jobs/service.ts';
import type { Logger } from '#kernel/log.ts';
import type { Prober } from '#kernel/net/prober.ts';
import { readPlace } from '#kernel/net/target.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { noteSuspicion, noteTry } from '../metrics.ts';
import type { CheckRow } from '../store.ts';
import { type ClaimedCheck, claimChecks, isAnyDue, releaseChecks } from './claim.ts';
import type { TriedCheck } from './next-state.ts';
import { probe } from './probe.ts';
import { recordTries } from './record.ts';
import { Shares } from './shares.ts';
import { Suspicion } from './suspicion.ts';
import type { CheckAlerts } from './tell.ts';
import { judge } from './verdict.ts';

/** Much longer than a try, so that leases need no renewal and clocks need not agree to the second. */
const LEASE_MS = 30 * SECOND;
const LOOK_EVERY_MS = SECOND / 2;

interface RunnerOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  prober: Prober;
  alerts: CheckAlerts;
}

/** Runs due checks and records the results. Several runners may work, in several processes. */
export class CheckRunner implements BackgroundService {
  readonly #options: RunnerOptions;
  readonly #worker = randomUUID();
  readonly #recorder: Recorder<TriedCheck>;
  readonly #shares = new Shares();
  readonly #suspicion = new Suspicion();
  readonly #underWay = new Map<number, Promise<void>>();
  #isSuspect = false;
  #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #claiming: Promise<void> | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#recorder = new Recorder({
      record: (tried) => this.#record(tried),
      onFailure: (err, checks) => this.#report(err, 'results of checks could not be recorded', { checks }),
      leaseMs: LEASE_MS,
    });
  }

  start(): void {
    this.#ending = new AbortController();
    this.#timer = setInterval(() => this.#probe(), LOOK_EVERY_MS);
    this.#probe();
  }

  async stop(patienceMs: number): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#claiming;
    const patience = setTimeout(() => this.#ending.abort(), patienceMs);
    await Promise.all(this.#underWay.values());
    clearTimeout(patience);
    await this.#recorder.finish();
  }

  #probe(): void {
    if (this.#timer === undefined) return;
    this.#claiming ??= this.#claim()
      .catch((error) => this.#report(error, 'checks could not be claimed'))
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const { free } = this.#shares;
    if (free === 0 || !(await db.peek(isAnyDue(now)))) return;
    const claimed = await db.write(() =>
      claimChecks({
        worker: this.#worker,
        now,
        until: now + LEASE_MS,
        most: free,
        share: () => this.#shares.share(),
      }),
    );
    for (const one of claimed) this.#begin(one);
  }

  /** After a jump of the clock our own lease may look expired. It is renewed, and nothing is tried twice. */
  #begin(claimed: ClaimedCheck): void {
    const { accountId, check } = claimed;
    if (this.#underWay.has(check.id)) return;
    this.#shares.begin(accountId);
    const ended = this.#try(claimed).finally(() => {
      this.#underWay.delete(check.id);
      this.#shares.end(accountId);
    });
    this.#underWay.set(check.id, ended);
  }

  async #try(claimed: ClaimedCheck): Promise<void> {
    const { prober, clock } = this.#options;
    const { accountId, check, state } = claimed;
    const finding = await probe(prober, check, this.#ending.signal);
    const isUp = finding.error === null;
    // Our own shutdown aborted the try, so it says nothing about the target.
    if (this.#ending.signal.aborted && !isUp) return this.#release(check.id);
    this.#suspicion.note({ id: check.id, accountId, host: hostOf(check), wasUp: check.status === 'up' }, !isUp);
    const verdict = judge({ status: check.status, tries: state.tries }, isUp, this.#isUnreliable());
    noteTry(verdict.kind, claimed.late);
    this.#recorder.add({ ...claimed, at: clock.now(), finding, verdict });
  }

  /** Returns whether failures may be our own. Staff are notified when that begins and ends. */
  #isUnreliable(): boolean {
    const isSuspect = this.#suspicion.isGrounded;
    if (isSuspect === this.#isSuspect) return isSuspect;
    this.#isSuspect = isSuspect;
    noteSuspicion(isSuspect);
    if (isSuspect) {
      this.#options.log.error('most checks of this worker fail; it is taken to be cut off itself, and nobody is woken');
    } else this.#options.log.info('most checks of this worker succeed again');
    return isSuspect;
  }

  async #record(tried: readonly TriedCheck[]): Promise<void> {
    const { db, clock, alerts } = this.#options;
    await db.write(() => recordTries(this.#worker, tried, alerts, clock.now()));
  }

  async #release(checkId: number): Promise<void> {
    const { db, clock } = this.#options;
    await db
      .write(() => releaseChecks(this.#worker, [checkId], clock.now()))
      .catch((error) => this.#report(error, 'a check could not be given back; its lease will end'));
  }

  /** Logs an error, unless the database is unavailable: that is in the log already. */
  #report(error: unknown, message: string, about: object = {}): void {
    if (!(error instanceof DatabaseUnavailable)) this.#options.log.error({ err: error, ...about }, message);
  }
}

function hostOf({ type, target }: CheckRow): string {
  return (type === 'tcp' ? readPlace(target) : URL.parse(target))?.hostname ?? target;
}

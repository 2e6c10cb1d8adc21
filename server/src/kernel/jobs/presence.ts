import { randomUUID } from 'node:crypto';
import { type Database, type Query, sql } from '@hostler/database';
import type { Logger } from '../log.ts';
import { ExternalError } from '../outages.ts';
import { SECOND } from '../time.ts';
import { Listening } from './listening.ts';

/** Intervals of the heartbeat and of the check for others, and the silence after which a worker loses its leases. */
export interface Pace {
  readonly beatEveryMs: number;
  readonly listenEveryMs: number;
  readonly silentAfterMs: number;
}

/** A takeover happens within five seconds, after three failed heartbeats in a row. */
const PACE: Pace = { beatEveryMs: SECOND, listenEveryMs: SECOND / 2, silentAfterMs: 4 * SECOND };

/**
 * Share of `silentAfterMs` after which a worker without a successful heartbeat gives up its leases. It notices at its
 * next heartbeat, before others take over.
 */
const SAFE_SHARE = 3 / 4;

interface PresenceOptions {
  /** Namespace of the leases. Other workers of the same kind know how to release them. */
  readonly kind: string;
  readonly db: Database;
  readonly log: Logger;
  readonly pace?: Pace | undefined;
  /**
   * For work that cannot be interrupted. It is kept until another worker has really taken over, even while the database
   * is unreachable. Nothing new starts while that is unknown.
   */
  readonly keepsWhileUncertain?: true;
  /** Returns whether this worker holds any lease. A worker without leases sends no heartbeat. */
  isBusy(): boolean;
  /** Called when others may have taken over the leases, or will soon. The worker must stop its work. */
  onLost(): void;
  /** Releases all leases of a worker, in the transaction that deletes its row. */
  release(worker: string): Query<void>;
}

/** A transaction that may take leases. */
export interface Taking {
  /** Name of the worker that takes the leases. */
  readonly worker: string;
  /** Run this if a lease is taken: from then on other workers watch this worker. */
  join(): Query<void>;
  /**
   * Call after the commit. Returns false if the name was given up meanwhile; the taken leases are then left to others.
   */
  settle(): boolean;
}

const JOIN = sql<{ name: string }>(
  `insert into job_workers (name, beats) values (:name, 0)
   on conflict (name) do update set beats = job_workers.beats + 1`,
);
const BEAT = sql<{ name: string }>('update job_workers set beats = beats + 1 where name = :name');
const LEAVE = sql<{ name: string }>('delete from job_workers where name = :name');
const END = sql<{ name: string; beats: number }>('delete from job_workers where name = :name and beats = :beats');
const OTHERS = sql<{ name: string; kind: string }, { name: string; beats: number }>(
  `select name, beats from job_workers where name <> :name and name like :kind`,
);

/**
 * Sends heartbeats for this worker and detects dead ones, without any wall clock. A worker that holds leases increments
 * a count in the database. If others see no change for `silentAfterMs` of monotonic time, they take over its leases. A
 * slow or unreachable database does not count as silence (see listening.ts). Unless `keepsInDoubt` is set, a worker
 * that could not send heartbeats gives up its leases before others take over. It continues under a new name, and
 * commits under the old name are refused.
 */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #pace: Pace;
  readonly #listening: Listening;
  #name: string;
  /** Monotonic time until which no other worker can have taken over; 0 if nothing was taken under this name. */
  #safeUntil = 0;
  #timers: NodeJS.Timeout[] = [];
  #beating: Promise<void> | undefined;
  #hearing: Promise<void> | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#name = this.#makeName();
    this.#pace = options.pace ?? PACE;
    this.#listening = new Listening(this.#pace.silentAfterMs);
  }

  get worker(): string {
    return this.#name;
  }

  /** True while no other worker can have taken over. */
  get isSafe(): boolean {
    return performance.now() <= this.#safeUntil;
  }

  /**
   * Returns whether leases taken under this name are still held. If that is uncertain, they are given up, as at the
   * next heartbeat.
   */
  confirm(worker: string): boolean {
    if (worker !== this.#name) return false;
    if (this.isSafe) return true;
    this.#lose();
    return false;
  }

  start(): void {
    const { beatEveryMs, listenEveryMs } = this.#pace;
    this.#timers = [
      setInterval(() => this.#beat(), beatEveryMs),
      setInterval(() => {
        this.#hearing ??= this.#listen().finally(() => {
          this.#hearing = undefined;
        });
      }, listenEveryMs),
    ];
  }

  /** Stops the heartbeat and releases all leases. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([this.#beating, this.#hearing]);
    if (this.#safeUntil === 0) return;
    this.#safeUntil = 0;
    const { db, release } = this.#options;
    const name = this.#name;
    await db.write(function* () {
      yield* release(name);
      yield* LEAVE.run({ name });
    });
  }

  /** Begins one attempt of a transaction. Call it again for each retry. */
  begin(): Taking {
    const began = performance.now();
    const worker = this.#name;
    const isHeard = this.#safeUntil - began > this.#pace.silentAfterMs / 4;
    let joined = false;
    return {
      worker,
      *join() {
        if (isHeard) return;
        joined = true;
        yield* JOIN.run({ name: worker });
      },
      settle: () => {
        if (this.#name !== worker) return false;
        if (joined) this.#noteHeard(began);
        return true;
      },
    };
  }

  /** Runs a transaction that may take leases. Throws `PresenceLost` if the name was given up before the commit. */
  async take<T>(body: (taking: Taking) => Query<T>): Promise<T> {
    let taking = this.begin();
    const taken = await this.#options.db.write(() => {
      taking = this.begin();
      return body(taking);
    });
    if (!taking.settle()) throw new PresenceLost('the lease just taken is left to other workers');
    return taken;
  }

  /**
   * Checks the deadline before each heartbeat, so a heartbeat that hangs cannot hide that this worker may be considered
   * dead.
   */
  #beat(): void {
    if (this.#safeUntil === 0 || !this.#options.isBusy()) return;
    if (!this.isSafe && !this.#options.keepsWhileUncertain) {
      this.#lose();
      return;
    }
    this.#beating ??= this.#say().finally(() => {
      this.#beating = undefined;
    });
  }

  async #say(): Promise<void> {
    const began = performance.now();
    const name = this.#name;
    try {
      const heard = await this.#options.db.write(() => BEAT.run({ name }));
      if (name !== this.#name) return;
      if (heard === 0) this.#lose();
      else this.#noteHeard(began);
    } catch (error) {
      if (!(error instanceof ExternalError)) this.#options.log.error({ err: error }, 'worker heartbeat failed');
    }
  }

  #noteHeard(at: number): void {
    this.#safeUntil = Math.max(this.#safeUntil, at + this.#pace.silentAfterMs * SAFE_SHARE);
  }

  #lose(): void {
    this.#name = this.#makeName();
    this.#safeUntil = 0;
    this.#options.onLost();
  }

  async #listen(): Promise<void> {
    const { db, log, kind } = this.#options;
    try {
      const silent = await this.#listening.ask(() => db.read(OTHERS.all({ name: this.#name, kind: `${kind} %` })));
      for (const { name, beats } of silent) {
        if (await this.#end(name, beats)) log.warn({ worker: name }, 'worker silent: leases taken over');
      }
    } catch (error) {
      if (!(error instanceof ExternalError)) log.error({ err: error }, 'worker heartbeats not read');
    }
  }

  #makeName(): string {
    return `${this.#options.kind} ${randomUUID()}`;
  }

  /** Releases the leases of a silent worker. Returns false if its count has changed meanwhile. */
  #end(name: string, beats: number): Promise<boolean> {
    const { db, release } = this.#options;
    return db.write(function* () {
      if ((yield* END.run({ name, beats })) === 0) return false;
      yield* release(name);
      return true;
    });
  }
}

export class PresenceLost extends Error {
  override name = 'PresenceLost';
}

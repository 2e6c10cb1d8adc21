import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { type Query, sql } from '../db/query.ts';
import type { Logger } from '../log.ts';
import { SECOND } from '../time.ts';
import { Listening } from './listening.ts';

/** How often who holds work says so, how often the others listen, and after how long a silence his work is theirs. */
export interface Pace {
  readonly beatEveryMs: number;
  readonly listenEveryMs: number;
  readonly silentAfterMs: number;
}

/** Taken over within five seconds; three beats must fail one after the other before that. */
const PACE: Pace = { beatEveryMs: SECOND, listenEveryMs: SECOND / 2, silentAfterMs: 4 * SECOND };

/** Of the silence: who is not heard for so long lets go, which it notices at its next beat, before others take over. */
const SAFE_SHARE = 3 / 4;

interface PresenceOptions {
  /** Of what it holds: others of the same kind know how to give it back. */
  readonly kind: string;
  readonly db: Database;
  readonly log: Logger;
  readonly pace?: Pace | undefined;
  /**
   * What is held cannot be called back once it is under way. So it is kept until another one has really taken over, also
   * through a time in which the database was away, and nothing is begun while that is not known.
   */
  readonly keepsInDoubt?: true;
  /** Whether this worker holds anything: who holds nothing need not be heard. */
  isBusy(): boolean;
  /** Others may have taken what this worker holds, or will soon: it must let go of it. */
  onLost(): void;
  /** Gives all that a worker holds back, in the transaction that ends its presence. */
  release(worker: string): Query<void>;
}

/** A transaction that may take work. */
export interface Taking {
  /** In whose name. */
  readonly worker: string;
  /** To be run where something is taken: others listen for it from then on. */
  join(): Query<void>;
  /** After the commit; false where the name has been given up meanwhile, and what was taken is left to others. */
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
 * Says that this worker lives, and notices when another one does not. No clock takes part: who holds work counts in a row
 * of the database, and those who see the count stand still for long enough, by time that cannot be set, take the work.
 * Nor does a database that was slow or away for a while count as a silence of those who use it (see listening.ts). A worker
 * that could not count for as long lets go by itself (`keepsInDoubt` aside), before anybody takes over, and goes on under
 * another name: whatever it still does in the old one is refused.
 */
export class Presence {
  readonly #options: PresenceOptions;
  readonly #pace: Pace;
  readonly #listening: Listening;
  #name: string;
  /** Until then nobody can have taken over what we hold; 0 where nothing was taken in this name. */
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

  /** Whether nobody can have taken over what is held. */
  get isSafe(): boolean {
    return performance.now() <= this.#safeUntil;
  }

  /** Whether what was taken in this name is still ours. Where that is not sure it is let go of, as at the next beat. */
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

  /** Gives back what is still held. */
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

  /** For each attempt at the transaction anew. */
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

  /** Runs a transaction that may take work. */
  async take<T>(body: (taking: Taking) => Query<T>): Promise<T> {
    let taking = this.begin();
    const taken = await this.#options.db.write(() => {
      taking = this.begin();
      return body(taking);
    });
    if (!taking.settle()) throw new PresenceLost('what was just taken is left to others');
    return taken;
  }

  /** Whatever became of a beat that hangs: in time we know that we may not have been heard. */
  #beat(): void {
    if (this.#safeUntil === 0 || !this.#options.isBusy()) return;
    if (!this.isSafe && !this.#options.keepsInDoubt) {
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
      this.#options.log.error({ err: error }, 'leases could not be renewed');
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
        if (await this.#end(name, beats)) log.warn({ worker: name }, 'a worker fell silent; its work is taken over');
      }
    } catch (error) {
      log.error({ err: error }, 'other workers could not be listened for');
    }
  }

  #makeName(): string {
    return `${this.#options.kind} ${randomUUID()}`;
  }

  /** One who was heard after all, just now, stays. */
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

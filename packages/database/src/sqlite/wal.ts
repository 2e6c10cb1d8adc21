import type Sqlite from 'better-sqlite3';
import { Thread } from '../thread.ts';
import { beginLog } from './begin-log.ts';

/** A checkpoint is rare: it costs some syncs and delays writes at its end. */
const LONGEST_LOG = 32 * 1024 * 1024;
/** Checking the length of the log costs a little, so it is not done for every group. */
const ASKED_EVERY = 16;
/** Starting a thread costs more than most checkpoints, so it is kept for a while. It uses some megabytes. */
const THREAD_KEPT_MS = 10_000;

export interface WalOptions {
  /**
   * A sync failed. It is not retried: after a failure the system may drop the data and report success for the next
   * sync. The process must end without closing the database.
   */
  onSyncFailure(error: Error): void;
  /** A checkpoint failed for another reason, such as a full disk, and is retried. */
  onCheckpointFailure(error: Error): void;
}

/** A checkpoint ends with a commit of another connection, which looks like a write of another process. */
export interface CheckpointWitness {
  /** Records the writes of others up to now. The origin of the following writes is unknown. */
  beginUncertainty(): void;
  /** `wasAlone` means that only the checkpoint wrote. Writes are then blocked until this returns. */
  endUncertainty(wasAlone: boolean): void;
}

export interface CheckpointAnswer {
  readonly done: boolean;
  /** As SQLite reports it. */
  readonly failure?: { readonly code: string; readonly message: string };
}

/**
 * The write-ahead log of a database whose commits do not sync. A committer requests a sync from a thread, so a slow
 * disk delays only writers. Checkpoints sync, too, so they have another thread.
 */
export class Wal {
  readonly #file: string;
  readonly #options: WalOptions;
  readonly #witness: CheckpointWitness;
  readonly #countFrames: Sqlite.Statement;
  readonly #syncing: Thread;
  readonly #framesAtOnce: number;
  #checkpointing: Thread | undefined;
  #isResting = false;
  #resting: NodeJS.Timeout | undefined;
  #toBeEnded = false;
  #groups = 0;
  #frames = 0;
  #mostFrames: number;
  #failure: Error | undefined;
  #isClosed = false;

  constructor(connection: Sqlite.Database, options: WalOptions, witness: CheckpointWitness) {
    this.#file = connection.name;
    this.#options = options;
    this.#witness = witness;
    // SQLite still syncs here, including the folder. Afterwards the log exists and stays the same file.
    beginLog(connection);
    connection.pragma('synchronous = NORMAL');
    connection.pragma('wal_autocheckpoint = 0');
    this.#countFrames = connection.prepare('pragma wal_checkpoint(NOOP)');
    this.#framesAtOnce = mostFrames(connection);
    this.#mostFrames = this.#framesAtOnce;
    this.#syncing = new Thread(new URL('./sync-thread.js', import.meta.url), { walFile: `${this.#file}-wal` });
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Resolves when every earlier commit is on disk. */
  async sync(): Promise<void> {
    if (this.#failure) throw this.#failure;
    try {
      await this.#syncing.ask('sync');
    } catch (error) {
      throw this.fail(error as Error);
    }
  }

  /** Runs between two groups of writes: starts a checkpoint if the log is long, and completes one that was started. */
  async tend(): Promise<void> {
    if (this.#toBeEnded) await this.#restart();
    else if ((!this.#checkpointing || this.#isResting) && this.#groups++ % ASKED_EVERY === 0) {
      this.#frames = (this.#countFrames.get() as { log: number }).log;
      if (this.#frames > this.#mostFrames) void this.#move();
    }
  }

  /** Records and reports the first failed sync: no later sync or commit of this process counts as durable. */
  fail(error: Error): Error {
    if (!this.#failure) {
      this.#failure = error;
      this.#options.onSyncFailure(error);
    }
    return this.#failure;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#resting);
    await Promise.all([this.#syncing.close(), this.#checkpointing?.close()]);
  }

  /** First part of a checkpoint: copies most of the log into the database file during writes. */
  async #move(): Promise<void> {
    clearTimeout(this.#resting);
    this.#isResting = false;
    this.#checkpointing ??= new Thread(new URL('./checkpoint-thread', import.meta.url), { file: this.#file });
    this.#toBeEnded = await this.#ask(this.#checkpointing, 'move');
    if (!this.#toBeEnded) await this.#release();
  }

  /**
   * Second part of a checkpoint, between two groups of writes: copies the rest, so that the log starts over. A long
   * read in another process can prevent it. The next attempt follows when the log has grown by as much again.
   */
  async #restart(): Promise<void> {
    this.#toBeEnded = false;
    const isDone = this.#checkpointing !== undefined && (await this.#restartWatched(this.#checkpointing));
    this.#mostFrames = this.#framesAtOnce + (isDone ? 0 : this.#frames);
    if (isDone) this.#rest();
    else void this.#release();
  }

  /**
   * The thread watches before we check and blocks others until we have checked again, so no write is missed in between.
   */
  async #restartWatched(thread: Thread): Promise<boolean> {
    const isWatched = await this.#ask(thread, 'watch');
    this.#witness.beginUncertainty();
    let wasAlone = false;
    try {
      const isDone = await this.#ask(thread, 'restart');
      wasAlone = isWatched && isDone && (await this.#ask(thread, 'hold'));
      return isDone;
    } finally {
      this.#witness.endUncertainty(wasAlone);
      await this.#ask(thread, 'release');
    }
  }

  #rest(): void {
    this.#isResting = true;
    this.#resting = setTimeout(() => void this.#release(), THREAD_KEPT_MS).unref();
  }

  /** Ends the thread and releases its locks, such as the read of a failed checkpoint. */
  async #release(): Promise<void> {
    this.#isResting = false;
    await this.#checkpointing?.close();
    this.#checkpointing = undefined;
  }

  async #ask(thread: Thread, what: 'move' | 'watch' | 'restart' | 'hold' | 'release'): Promise<boolean> {
    try {
      const { done, failure } = await thread.ask<CheckpointAnswer>(what);
      if (failure && isSyncFailure(failure)) this.fail(toError(failure));
      else if (failure) this.#options.onCheckpointFailure(toError(failure));
      return done;
    } catch (error) {
      if (!this.#isClosed) this.#options.onCheckpointFailure(error as Error);
      return false;
    }
  }
}

/** Returns how many pages the log may hold before they are copied to the database file. */
export function mostFrames(connection: Sqlite.Database): number {
  return Math.floor(LONGEST_LOG / (connection.pragma('page_size', { simple: true }) as number));
}

export function isSyncFailure(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.endsWith('FSYNC');
}

function toError({ code, message }: { code: string; message: string }): Error {
  return Object.assign(new Error(message), { code });
}

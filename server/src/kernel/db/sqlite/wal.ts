import type Sqlite from 'better-sqlite3';
import { Thread } from '../../thread.ts';
import { beginLog } from './begin-log.ts';

/** A checkpoint comes seldom: it costs some syncs and holds up writes at its end. */
const LONGEST_LOG = 32 * 1024 * 1024;
/** Asking how long the log is costs a little, so not before every group. */
const ASKED_EVERY = 16;
/** Starting a thread costs more than most checkpoints, so where they follow each other it is kept; it holds some megabytes. */
const THREAD_KEPT_MS = 10_000;

export interface WalOptions {
  /**
   * Something could not be synced. It is not tried again: after a failed sync the system may have dropped what was to be
   * written and call the next one a success. The process must end without closing the database.
   */
  onSyncFailure(error: Error): void;
  /** A checkpoint failed for another reason, such as a full disk, and is tried again. */
  onCheckpointFailure(error: Error): void;
}

/** A checkpoint ends with a commit of another connection, which looks like any other process's to who asks for changes. */
export interface CheckpointWitness {
  /** Notes what others have written up to now: of what comes next it cannot be told who wrote it. */
  beginDoubt(): void;
  /** Whether it was the checkpoint alone; then nobody can write until this returns. */
  endDoubt(wasAlone: boolean): void;
}

export interface CheckpointAnswer {
  readonly done: boolean;
  /** As SQLite tells it. */
  readonly failure?: { readonly code: string; readonly message: string };
}

/**
 * The write-ahead log of a database whose commits do not sync: whoever committed asks for a sync, which a thread does, so
 * that a slow disk holds up those who write and nobody else. Checkpoints sync too, so they have another thread.
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
    // Still synced by SQLite, folder included; after this the log is there and stays the same file.
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

  /** Resolves when everything that was committed before is on the disk. */
  async sync(): Promise<void> {
    if (this.#failure) throw this.#failure;
    try {
      await this.#syncing.ask('sync');
    } catch (error) {
      throw this.fail(error as Error);
    }
  }

  /** Between two groups of writes: begins a checkpoint where the log has become long, and ends the one that is begun. */
  async tend(): Promise<void> {
    if (this.#toBeEnded) await this.#restart();
    else if ((!this.#checkpointing || this.#isResting) && this.#groups++ % ASKED_EVERY === 0) {
      this.#frames = (this.#countFrames.get() as { log: number }).log;
      if (this.#frames > this.#mostFrames) void this.#move();
    }
  }

  /** Notes the first failed sync and reports it: no later sync or commit of this process counts as durable. */
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

  /** The first part of a checkpoint: copies most of the log into the database file while writes go on. */
  async #move(): Promise<void> {
    clearTimeout(this.#resting);
    this.#isResting = false;
    this.#checkpointing ??= new Thread(new URL('./checkpoint-thread', import.meta.url), { file: this.#file });
    this.#toBeEnded = await this.#ask(this.#checkpointing, 'move');
    if (!this.#toBeEnded) await this.#release();
  }

  /**
   * The second part of a checkpoint, between two groups of writes: copies the rest, so that the log starts over. A long read
   * in another process can prevent it; it is tried again only when the log has grown by as much again.
   */
  async #restart(): Promise<void> {
    this.#toBeEnded = false;
    const isDone = this.#checkpointing !== undefined && (await this.#restartWatched(this.#checkpointing));
    this.#mostFrames = this.#framesAtOnce + (isDone ? 0 : this.#frames);
    if (isDone) this.#rest();
    else void this.#release();
  }

  /** The thread watches before we look and holds others off until we have looked again: no write falls in between. */
  async #restartWatched(thread: Thread): Promise<boolean> {
    const isWatched = await this.#ask(thread, 'watch');
    this.#witness.beginDoubt();
    let wasAlone = false;
    try {
      const isDone = await this.#ask(thread, 'restart');
      wasAlone = isWatched && isDone && (await this.#ask(thread, 'hold'));
      return isDone;
    } finally {
      this.#witness.endDoubt(wasAlone);
      await this.#ask(thread, 'release');
    }
  }

  #rest(): void {
    this.#isResting = true;
    this.#resting = setTimeout(() => void this.#release(), THREAD_KEPT_MS).unref();
  }

  /** Whatever it still held, such as a read that a failed checkpoint was to end, goes with it. */
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

/** How many pages the log holds before they are moved to the database file. */
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

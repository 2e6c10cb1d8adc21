import type { Database } from '@hostler/database';
import { DatabaseUnavailable } from '../database/trouble.ts';
import type { BackgroundService } from '../jobs/service.ts';
import type { Logger } from '../log.ts';
import { type Clock, SECOND } from '../time.ts';
import { EVENTS_SIGNAL } from './emit.ts';
import { type EventSubscriber, hasUnpublished, publishEvents } from './publish.ts';

/** Events per transaction: enough to be fast, few enough that no write waits long. */
const AT_ONCE = 400;
/** Fallback for a lost signal. */
const LOOK_EVERY_MS = SECOND;

interface PublisherOptions {
  db: Database;
  clock: Clock;
  log: Logger;
  subscribers: readonly EventSubscriber[];
}

/** Moves events from the outbox to the feed and the subscribers. Any number may run: a lock serialises them. */
export class Publisher implements BackgroundService {
  readonly #options: PublisherOptions;
  #unsubscribe: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #publishing: Promise<void> | undefined;
  #pollAgain = false;
  /** Set if unpublished events certainly exist. */
  #isCertain = false;
  #stopping = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  start(): void {
    this.#unsubscribe = this.#options.db.onSignal(EVENTS_SIGNAL, (isOwn) => this.#poll(isOwn));
    this.#timer = setInterval(() => this.#poll(), LOOK_EVERY_MS);
    this.#poll();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe?.();
    clearInterval(this.#timer);
    await this.#publishing;
  }

  /** Publishes one batch at a time. A call during a batch causes another one after it. */
  #poll(isCertain = false): void {
    this.#pollAgain = true;
    this.#isCertain ||= isCertain;
    if (this.#stopping) return;
    this.#publishing ??= this.#publish().finally(() => {
      this.#publishing = undefined;
    });
  }

  async #publish(): Promise<void> {
    const { db, clock, log, subscribers } = this.#options;
    try {
      while (this.#pollAgain && !this.#stopping) {
        this.#pollAgain = false;
        const isCertain = this.#isCertain;
        this.#isCertain = false;
        // Check before locking: of many notified processes one publishes, and the others need not wait for it.
        if (!isCertain && !(await db.read(hasUnpublished()))) continue;
        const { count, afterCommit } = await db.write(() => publishEvents(subscribers, clock.now(), AT_ONCE));
        for (const run of afterCommit) run();
        if (count === AT_ONCE) this.#pollAgain = true;
      }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) log.error({ err: error }, 'events not published: will retry');
    }
  }
}

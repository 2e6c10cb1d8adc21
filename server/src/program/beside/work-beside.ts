import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@hostler/database';
import { noteWorkRestart } from '#kernel/jobs/metrics.ts';
import { type Logger, writeLogLine } from '#kernel/log.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { type Config, readWorkEnvironment } from '#settings/config.ts';
import type { Hostler } from '../hostler.ts';
import { SAID_EVERY_MS, type ToServer, type ToWork } from './messages.ts';
import { oncePerTurn } from './once-per-turn.ts';

/** The heap of the work. If it needs more, it ends and starts again, and requests are not affected. */
const MOST_HEAP_MB = 1024;
/** Pauses before a new start. Others take over the jobs of the ended process within five seconds. */
const PAUSE_MS = { first: SECOND / 4, longest: 30 * SECOND };
/** The pauses begin anew after the work ran for this long. */
const STEADY_MS = MINUTE;
const SCRAPE_MS = SECOND;
/** Work that has said nothing for this long hangs. Nothing that works blocks its event loop so long. */
const SILENT_MS = MINUTE;
/** Longer than the work takes to stop. */
const ENDED_AFTER_MS = 1_500;

interface Options {
  /** File of the running program. */
  program: string;
  config: Pick<Config, 'demo'>;
  db: Pick<Database, 'linkSignals'>;
  calls: Hostler['calls'];
  log: Logger;
}

/**
 * Runs `hostler worker` as a child of the server, so that requests do not wait for the work of the company. Restarts it
 * if it ends, passes on its log, and links their signals.
 */
export class WorkBeside {
  readonly #options: Options;
  readonly #scrapes = new Map<number, (text: string) => void>();
  #child: ChildProcess | undefined;
  #isWorking = false;
  #pauseMs = PAUSE_MS.first;
  #stopping = new AbortController();
  #ended: Promise<void> | undefined;
  #look: (() => void) | undefined;
  #port = '';
  #heardAt = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get state(): 'ok' | 'starting' {
    return this.#isWorking ? 'ok' : 'starting';
  }

  /** `url` is the listening address of the server. */
  start(url: string): void {
    this.#port = new URL(url).port;
    this.#look = this.#options.db.linkSignals(oncePerTurn(() => this.#tellWrites()));
    this.#ended = this.#keepRunning();
  }

  /** Waits up to `patienceMs` for the work to end. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill('SIGTERM');
    const patience = setTimeout(() => this.#child?.kill('SIGKILL'), patienceMs + ENDED_AFTER_MS);
    await this.#ended;
    clearTimeout(patience);
  }

  /** Returns the metrics of the work as text; empty if it does not answer. */
  async scrape(): Promise<string> {
    if (!this.#isWorking) return '';
    const id = Math.random();
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#scrapes.set(id, resolve);
    const patience = setTimeout(() => resolve(''), SCRAPE_MS);
    this.#send({ say: 'scrape', id });
    return promise.finally(() => {
      clearTimeout(patience);
      this.#scrapes.delete(id);
    });
  }

  async #keepRunning(): Promise<void> {
    const { log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const began = performance.now();
      const how = await this.#runOnce();
      if (signal.aborted) return;
      if (performance.now() - began > STEADY_MS) this.#pauseMs = PAUSE_MS.first;
      log.error({ ...how, again_ms: this.#pauseMs }, 'the background work has ended and is started again');
      noteWorkRestart();
      await sleep(this.#pauseMs, undefined, { signal }).catch(() => {});
      this.#pauseMs = Math.min(2 * this.#pauseMs, PAUSE_MS.longest);
    }
  }

  /** Resolves when the process has ended. */
  #runOnce(): Promise<object> {
    const { program, config, log } = this.#options;
    const child = fork(program, ['worker'], {
      execArgv: [...process.execArgv, `--max-old-space-size=${MOST_HEAP_MB}`],
      env: readWorkEnvironment(config, this.#port),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child = child;
    const output = child.stderr && createInterface(child.stderr);
    output?.on('line', (line) => {
      if (line.startsWith('{')) writeLogLine(line);
      else if (line.trim() !== '') log.warn({ line }, 'the background work has printed');
    });
    child.on('message', (message) => this.#hear(message as ToServer));
    return new Promise((resolve) => {
      const watch = setInterval(() => this.#endIfSilent(child), SAID_EVERY_MS);
      const end = (how: object) => {
        clearInterval(watch);
        this.#isWorking = false;
        resolve(how);
      };
      child.once('exit', (code, signal) => end({ code, signal }));
      // It could not be started.
      child.on('error', (err) => {
        if (child.pid === undefined) end({ err });
      });
    });
  }

  #endIfSilent(child: ChildProcess): void {
    if (!this.#isWorking || performance.now() - this.#heardAt < SILENT_MS) return;
    this.#options.log.error({ silent_ms: SILENT_MS }, 'the background work does not answer and is ended');
    child.kill('SIGKILL');
  }

  #hear(message: ToServer): void {
    this.#heardAt = performance.now();
    if (message.say === 'works') this.#isWorking = true;
    else if (message.say === 'wrote') this.#look?.();
    else if (message.say === 'called') this.#options.calls.receive(message.call);
    else this.#scrapes.get(message.id)?.(message.text);
  }

  #tellWrites(): void {
    if (this.#isWorking) this.#send({ say: 'wrote' });
  }

  #send(message: ToWork): void {
    // It may be ending; then nobody needs the message.
    if (this.#child?.connected) this.#child.send(message, () => {});
  }
}

import type { Awaitable } from '@hostler/database';
import { keepWork } from '../current-work.ts';
import type { AppError } from '../errors.ts';
import { errors } from './errors.ts';

/** Concurrent work per caller and in total. */
export interface Room {
  readonly each: number;
  readonly all: number;
  /** Work of one caller that may wait. */
  readonly waiting?: number;
}

/** Connection of the request. If it closes while the work waits, the work is dropped. */
interface Client {
  readonly destroyed: boolean;
}

interface Caller {
  readonly name: string | number;
  underWay: number;
  /** Starts waiting work in order of arrival. */
  readonly waiting: (() => void)[];
}

/** Default limit of waiting work per caller. If very many wait, each gets an equal part of the total. */
const MOST_WAITING = 1_000;
const MOST_WAITING_OF_ALL = 10_000;

/**
 * Limits the concurrent work per caller; the rest waits and is served round-robin. Synchronous work counts until the
 * end of the event loop iteration, so that a thousand requests at once do not block it. Only callers with running or
 * waiting work are remembered.
 */
export class Turns {
  readonly #room: Room;
  readonly #callers = new Map<string | number, Caller>();
  /** Callers with waiting work and a free slot; the last served is last. */
  readonly #line = new Set<Caller>();
  /** Callers whose work was done synchronously in this event loop iteration. */
  #done: Caller[] = [];
  #underWay = 0;
  #waiters = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Returns the waiting work of all callers. */
  countWaiting(): number {
    return this.#callers.values().reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Runs work now if a slot is free, otherwise later. Throws if too much waits already. */
  run<T>(name: string | number, work: () => Awaitable<T>, client: Client): Awaitable<T> {
    const caller = this.#find(name);
    if (caller.underWay < this.#room.each && this.#underWay < this.#room.all) return this.#start(caller, work);
    if (caller.waiting.length >= this.#mostWaiting()) throw tooMuchWaiting();
    return new Promise((resolve, reject) => {
      // Otherwise it would run in the context of the caller whose work has ended.
      const begin = keepWork(() => {
        if (client.destroyed) return reject(goneAway());
        try {
          resolve(this.#start(caller, work));
        } catch (error) {
          reject(error);
        }
      });
      if (caller.waiting.push(begin) === 1) this.#waiters++;
      if (caller.underWay < this.#room.each) this.#line.add(caller);
    });
  }

  #find(name: string | number): Caller {
    const known = this.#callers.get(name);
    if (known) return known;
    const caller = { name, underWay: 0, waiting: [] };
    this.#callers.set(name, caller);
    return caller;
  }

  #mostWaiting(): number {
    return Math.min(this.#room.waiting ?? MOST_WAITING, Math.ceil(MOST_WAITING_OF_ALL / (this.#waiters + 1)));
  }

  #start<T>(caller: Caller, work: () => Awaitable<T>): Awaitable<T> {
    caller.underWay++;
    this.#underWay++;
    let result: Awaitable<T> | undefined;
    try {
      result = work();
      return result;
    } finally {
      if (result instanceof Promise) this.#leaveWith(caller, result);
      else if (this.#done.push(caller) === 1) setImmediate(this.#endTurn);
    }
  }

  #leaveWith(caller: Caller, work: Promise<unknown>): void {
    const leave = () => {
      this.#leave(caller);
      this.#beginNext();
    };
    work.then(leave, leave);
  }

  readonly #endTurn = (): void => {
    const done = this.#done;
    this.#done = [];
    for (const caller of done) this.#leave(caller);
    this.#beginNext();
  };

  #leave(caller: Caller): void {
    caller.underWay--;
    this.#underWay--;
    if (caller.waiting.length > 0) this.#line.add(caller);
    else this.#forgetIdle(caller);
  }

  /**
   * Starts work round-robin: a caller with more waiting work moves to the end of the line, where this loop finds it
   * again.
   */
  #beginNext(): void {
    for (const caller of this.#line) {
      if (this.#underWay >= this.#room.all) return;
      this.#line.delete(caller);
      caller.waiting.shift()?.();
      if (caller.waiting.length === 0) {
        this.#waiters--;
        this.#forgetIdle(caller);
      } else if (caller.underWay < this.#room.each) this.#line.add(caller);
    }
  }

  #forgetIdle(caller: Caller): void {
    if (caller.underWay === 0) this.#callers.delete(caller.name);
  }
}

function tooMuchWaiting(): AppError {
  return errors.too_many_concurrent_requests({ headers: { 'retry-after': '1' } });
}

/** For the log: the client is gone. */
function goneAway(): AppError {
  return errors.request_cancelled();
}

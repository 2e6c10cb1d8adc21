import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Innocent } from './cast.ts';
import { Customer } from './customer.ts';

export const MEASURED = ['show', 'create', 'restart', 'webhook'] as const;
export type Measured = (typeof MEASURED)[number];

const SHOW_EVERY_MS = 50;
const CREATE_EVERY_MS = 200;
const PAUSE_BETWEEN_RESTARTS_MS = 300;
const LOOK_EVERY_MS = 50;
/** Time after the end within which an event may still arrive. Later it counts as lost. */
const DELIVERY_PATIENCE_MS = 30_000;

export interface Experience {
  readonly times: Readonly<Record<Measured, readonly number[]>>;
  /** Requests without a 2xx, failures, and events that never arrived. */
  readonly refusals: readonly string[];
}

/**
 * Does everything a customer does at a slow, steady rate. Each request starts on time, however long earlier ones take.
 */
export async function experience(
  url: string,
  { key, ticketId, hostingIds }: Innocent,
  receiver: ChildProcess,
  milliseconds: number,
): Promise<Experience> {
  const customer = new Customer(url, key);
  const times: Record<Measured, number[]> = { show: [], create: [], restart: [], webhook: [] };
  const refusals: string[] = [];
  const sent = new Map<number, number>();
  const endAt = performance.now() + milliseconds;
  const measure = async <T>(what: Measured, act: () => Promise<T>): Promise<T | undefined> => {
    const began = performance.now();
    try {
      return await act();
    } catch (error) {
      refusals.push(`${what}: ${(error as Error).message}`);
      return undefined;
    } finally {
      times[what].push(performance.now() - began);
    }
  };
  const create = async () => {
    const requestMs = monotonicMs();
    const ticket = await measure('create', () => customer.createTicket());
    if (ticket) sent.set(ticket.id, requestMs);
  };
  await Promise.all([
    every(SHOW_EVERY_MS, endAt, () => measure('show', () => customer.show(ticketId))),
    every(CREATE_EVERY_MS, endAt, create),
    ...hostingIds.map(async (id) => {
      while (performance.now() < endAt) {
        await measure('restart', () => customer.restart(id));
        await sleep(PAUSE_BETWEEN_RESTARTS_MS);
      }
    }),
  ]);
  customer.close();
  const lost = await awaitArrivals(receiver, sent, times.webhook);
  if (lost > 0) refusals.push(`webhook: ${lost} events did not arrive`);
  return { times, refusals };
}

async function every(milliseconds: number, endAt: number, act: () => Promise<unknown>): Promise<void> {
  const under: Promise<unknown>[] = [];
  for (let next = performance.now(); next < endAt; next += milliseconds) {
    await sleep(Math.max(0, next - performance.now()));
    under.push(act());
  }
  await Promise.all(under);
}

/** Measures from the request of each ticket to the arrival of its event. Returns how many never arrived. */
async function awaitArrivals(receiver: ChildProcess, sent: Map<number, number>, times: number[]): Promise<number> {
  const giveUpAt = performance.now() + DELIVERY_PATIENCE_MS;
  for (;;) {
    for (const [ticketId, atMs] of await askArrivals(receiver)) {
      const requestMs = sent.get(ticketId);
      if (requestMs !== undefined) times.push(atMs - requestMs);
      sent.delete(ticketId);
    }
    if (sent.size === 0 || performance.now() > giveUpAt) break;
    await sleep(LOOK_EVERY_MS);
  }
  const now = monotonicMs();
  for (const requestMs of sent.values()) times.push(now - requestMs);
  return sent.size;
}

async function askArrivals(receiver: ChildProcess): Promise<[ticket: number, atMs: number][]> {
  receiver.send('arrivals');
  const [{ arrivals }] = (await once(receiver, 'message')) as [{ arrivals: [number, number][] }];
  return arrivals;
}

/** The same clock in all processes of the machine. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

import { type AppError, conflict } from '#kernel/errors.ts';
import { SECOND } from '#kernel/time.ts';
import { errors } from './errors.ts';
import type { Highest } from './folder.ts';
import { nameSeries, readNumber } from './number.ts';

export const HOLDS = ['unchecked', 'ahead', 'foreign', 'unwritable', 'different'] as const;

/** Reason why no document is issued. */
export interface Hold {
  readonly kind: (typeof HOLDS)[number];
  /** For staff: the problem and what to do. */
  readonly sentence: string;
}

const UNCHECKED: Hold = { kind: 'unchecked', sentence: 'The document archive has not been checked yet. Try again.' };
/** Age of a check's result at which issuing starts the next one. */
const FRESH_MS = 60 * SECOND;
const FRESH_WHILE_HELD_MS = 2 * SECOND;

export type IssuingGate = ReturnType<typeof createIssuingGate>;

/**
 * Decides in memory whether documents may be issued, because a transaction cannot wait for a disk. Its knowledge is at
 * most a minute old while documents are issued. Each request starts `refresh` and does not wait for it.
 */
export function createIssuingGate(refresh: () => Promise<unknown>) {
  let hold: Hold | undefined = UNCHECKED;
  let highest = new Map<string, number>();
  let checkedAt = Number.NEGATIVE_INFINITY;

  function set(now: Hold | undefined, found?: readonly Highest[]): void {
    hold = now;
    checkedAt = performance.now();
    if (found) highest = new Map(found.map((series) => [nameSeries(series), series.position]));
  }

  /** Records a written file: its number must not be given again. */
  function note(number: string): void {
    const read = readNumber(number);
    if (read) highest.set(nameSeries(read), Math.max(read.position, highest.get(nameSeries(read)) ?? 0));
  }

  function findHold(): Hold | undefined {
    const age = performance.now() - checkedAt;
    if (age > (hold ? FRESH_WHILE_HELD_MS : FRESH_MS)) {
      checkedAt = performance.now();
      void refresh();
    }
    return hold;
  }

  /** Throws a 409 that says to try again later, before anything is issued. */
  function requireOpen(): void {
    const held = findHold();
    if (held) throw refuse(held.sentence);
  }

  /** Throws the same refusal with the explanation for staff. */
  function requireOpenForStaff(): void {
    const held = findHold();
    if (held) throw conflict(held.sentence);
  }

  /** Throws if the archive has a document with one of these numbers: the database was restored while this process ran. */
  function requireNew(numbers: readonly string[]): void {
    for (const text of numbers) {
      const number = readNumber(text);
      if (!number || number.position > (highest.get(nameSeries(number)) ?? 0)) continue;
      checkedAt = Number.NEGATIVE_INFINITY;
      throw refuse(`The document archive has ${text} already.`);
    }
  }

  return { set, note, findHold, requireOpen, requireOpenForStaff, requireNew, current: () => hold };
}

function refuse(reason: string): AppError {
  return errors.invoices_cannot_be_issued({ transient: true, cause: new Error(reason) });
}

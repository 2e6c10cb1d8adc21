import type { Database, Query } from '@hostler/database';
import { dayAround } from '#kernel/calendar.ts';
import type { Clock } from '#kernel/time.ts';
import { findPlan, type Plan } from '../../plans/index.ts';
import type { ProfileService } from '../../profiles/index.ts';
import { fromWallClock } from '../../subscriptions/index.ts';
import {
  type BalanceData,
  type CustomerData,
  type ReadLine,
  readBalance,
  readCustomer,
  readSubscription,
  type SubscriptionData,
} from '../lines.ts';
import { findRecords, findStagedCustomers, hasData, type NewLine, type RecordRow } from '../operator-store.ts';
import { WrongLine } from '../read-cells.ts';
import type { FileLine } from '../read-file.ts';
import type { ImportKind } from '../schemas.ts';

type Data = CustomerData | SubscriptionData | BalanceData;
type ParsedLine = { line: number } & ({ read: ReadLine<Data> } | { reference: string; problem: string });

interface Dependencies {
  db: Database;
  clock: Clock;
  profiles: Pick<ProfileService, 'check'>;
  settings: { readonly timeZone: string };
}

/** Why a line with a passed day cannot be imported. */
const TOO_LATE =
  'The cell paid_until is in the past. Invoice the current period in the other system, and enter the day on which the next one begins.';

/** Returns a function that checks the lines of one file, some at a time. It changes nothing. */
export function createCheck({ db, clock, profiles, settings }: Dependencies, kind: ImportKind) {
  const plans = new Map<string, Plan | undefined>();
  /** Lines of the file by reference. */
  const seen = new Map<string, number>();
  const startOfDay = (day: number) => fromWallClock(day, settings.timeZone);

  async function check(importId: number, lines: readonly FileLine[]): Promise<NewLine[]> {
    await db.read(loadPlans(lines));
    const parsed = lines.map(parse);
    const references = parsed.flatMap((line) => ('read' in line ? [line.read.reference] : []));
    const customers = parsed.flatMap((line) => ('read' in line ? (line.read.customer ?? []) : []));
    const [known, customersKnown, customersStaged] = await db.read(readKnown(references, customers));
    const today = dayAround(settings.timeZone, clock.now()).start;
    const hasCustomer = (reference: string) => customersKnown.has(reference) || customersStaged.has(reference);
    return parsed.map((line) => ({ import_id: importId, ...judge(line, known, hasCustomer, today) }));
  }

  function* loadPlans(lines: readonly FileLine[]): Query<void> {
    if (kind !== 'subscriptions') return;
    for (const { cells } of lines) {
      const name = cells.plan;
      if (name && !plans.has(name)) plans.set(name, yield* findPlan(name));
    }
  }

  function* readKnown(references: readonly string[], customers: readonly string[]) {
    return [
      yield* findRecords(kind, references),
      yield* findRecords('customers', customers),
      yield* findStagedCustomers(customers),
    ] as const;
  }

  function parse({ line, cells, problem }: FileLine): ParsedLine {
    const reference = cells.reference ?? cells.customer ?? '';
    if (problem !== null) return { line, reference, problem };
    try {
      return { line, read: read(cells) };
    } catch (error) {
      if (error instanceof WrongLine) return { line, reference, problem: error.message };
      throw error;
    }
  }

  function read(cells: FileLine['cells']): ReadLine<Data> {
    if (kind === 'customers') return readCustomer(cells, profiles.check);
    if (kind === 'balances') return readBalance(cells);
    return readSubscription(cells, { findPlan: (name) => plans.get(name), startOfDay });
  }

  function judge(
    parsed: ParsedLine,
    known: ReadonlyMap<string, RecordRow>,
    hasCustomer: (reference: string) => boolean,
    today: number,
  ): Omit<NewLine, 'import_id'> {
    const { line } = parsed;
    if ('problem' in parsed) return refuse(line, parsed.reference, parsed.problem);
    const { reference, customer } = parsed.read;
    const data = JSON.stringify(parsed.read.data);
    const first = seen.get(reference);
    if (first !== undefined) {
      return refuse(line, reference, `The reference ${reference} is also on line ${first}. Remove one of the lines.`);
    }
    seen.set(reference, line);
    const record = known.get(reference);
    const paid_until = 'paid_until' in parsed.read.data ? parsed.read.data.paid_until : null;
    if (record && hasData(record, data)) {
      const { account_id, record_id } = record;
      return {
        ...{ line, reference, customer, paid_until, data, account_id, record_id },
        state: 'unchanged',
        message: null,
      };
    }
    if (record) return refuse(line, reference, describeOther(reference, record));
    if (customer !== null && !hasCustomer(customer)) {
      const message = `The customer ${customer} is not known. Import the file of customers first, or correct the cell customer.`;
      return refuse(line, reference, message);
    }
    if (paid_until !== null && paid_until < today) return refuse(line, reference, TOO_LATE);
    return {
      ...{ line, reference, customer, paid_until, data, account_id: null, record_id: null },
      state: 'new',
      message: null,
    };
  }

  return check;
}

/** Explains a reference that was imported with other data. */
export function describeOther(reference: string, { account_id }: Pick<RecordRow, 'account_id'>): string {
  return `${reference} was imported before with other data, for account ${account_id}. Change it in the console, and remove this line.`;
}

function refuse(line: number, reference: string, message: string): Omit<NewLine, 'import_id'> {
  return {
    ...{ line, reference: reference.slice(0, 200), message, state: 'wrong' as const, data: '' },
    ...{ customer: null, paid_until: null, account_id: null, record_id: null },
  };
}

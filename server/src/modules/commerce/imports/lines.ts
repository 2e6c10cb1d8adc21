import type { ErrorDetail } from '#kernel/errors.ts';
import { AppError } from '#kernel/errors.ts';
import { checkName } from '#kernel/name.ts';
import { readEmail } from '../../identity/people/index.ts';
import type { Plan } from '../plans/index.ts';
import { type BillingProfileChange, CUSTOMER_KINDS } from '../profiles/index.ts';
import { type Cells, optionalCell, readCurrency, readDay, readMoney, requireCell, WrongLine } from './read-cells.ts';

const LONGEST_NAME = 200;
const PERIODS = ['monthly', 'yearly'] as const;
const PROFILE = ['company', 'street', 'postal_code', 'city', 'state', 'country', 'vat_id', 'invoice_email'] as const;

/** A customer of a file. */
export interface CustomerData {
  readonly name: string;
  readonly email: string;
  readonly profile: BillingProfileChange & { readonly name: string };
}

/** A sold subscription of a file. */
export interface SubscriptionData {
  readonly plan: string;
  readonly price: number;
  readonly currency: string;
  readonly period: (typeof PERIODS)[number];
  /** When the next period begins. */
  readonly paid_until: number;
  readonly name: string | null;
  /** Server that it pays for. Absent without one, as in lines that were imported before there was this column. */
  readonly hosting_id?: number;
}

/** An opening balance of a file. */
export interface BalanceData {
  readonly amount: number;
  readonly currency: string;
}

/** A line that can be imported. */
export interface ReadLine<Data> {
  readonly reference: string;
  readonly customer: string | null;
  readonly data: Data;
}

type CheckProfile = (profile: BillingProfileChange & { name: string }) => ErrorDetail[];

export function readCustomer(cells: Cells, check: CheckProfile): ReadLine<CustomerData> {
  const reference = requireCell(cells, 'reference');
  const name = requireCell(cells, 'name');
  const email = readAddress(requireCell(cells, 'email'));
  const kind = optionalCell(cells, 'kind')?.toLowerCase() ?? 'consumer';
  if (!isOneOf(CUSTOMER_KINDS, kind)) throw new WrongLine('The cell kind must be consumer or business.');
  const given = Object.fromEntries(PROFILE.flatMap((field) => toEntry(field, optionalCell(cells, field))));
  const profile = { kind, name, ...given };
  const [problem] = [...checkName(name, LONGEST_NAME), ...check(profile)];
  if (problem) throw new WrongLine(`The cell ${problem.field} ${problem.message}`);
  return { reference, customer: null, data: { name, email, profile } };
}

interface Trade {
  readonly findPlan: (name: string) => Plan | undefined;
  /** Returns the start of a day in the time zone of the seller. */
  readonly startOfDay: (day: number) => number;
}

export function readSubscription(cells: Cells, { findPlan, startOfDay }: Trade): ReadLine<SubscriptionData> {
  const reference = requireCell(cells, 'reference');
  const customer = requireCell(cells, 'customer');
  const planName = requireCell(cells, 'plan');
  const plan = findPlan(planName);
  if (!plan)
    throw new WrongLine(`The plan ${planName} does not exist. Create it in the catalog, or correct the cell plan.`);
  const currency = readCurrency(cells);
  const price = readMoney(cells, 'price', currency);
  if (price < 0) throw new WrongLine('The cell price must not be below zero.');
  const period = requireCell(cells, 'period').toLowerCase();
  if (!isOneOf(PERIODS, period)) {
    throw new WrongLine('The cell period must be monthly or yearly. Hourly subscriptions have no paid period.');
  }
  const paid_until = startOfDay(readDay(cells, 'paid_until'));
  const hosting = optionalCell(cells, 'hosting');
  if (hosting !== undefined && !/^[1-9]\d{0,14}$/.test(hosting)) {
    throw new WrongLine('The cell hosting must be the id of a VPS of the customer.');
  }
  return {
    reference,
    customer,
    data: {
      ...{ plan: plan.name, price, currency, period, paid_until, name: optionalCell(cells, 'name') ?? null },
      ...(hosting === undefined ? {} : { hosting_id: Number(hosting) }),
    },
  };
}

export function readBalance(cells: Cells): ReadLine<BalanceData> {
  const customer = requireCell(cells, 'customer');
  const currency = readCurrency(cells);
  const amount = readMoney(cells, 'amount', currency);
  if (amount < 0) {
    throw new WrongLine(
      'The cell amount is below zero. Open invoices stay in the other system: collect them there, and remove this line.',
    );
  }
  if (amount === 0) throw new WrongLine('The cell amount is zero. Remove this line.');
  return { reference: `${customer} ${currency}`, customer, data: { amount, currency } };
}

function readAddress(cell: string): string {
  try {
    return readEmail(cell);
  } catch (error) {
    if (error instanceof AppError) throw new WrongLine('The cell email must be an address like jo@example.com.');
    throw error;
  }
}

function isOneOf<const T extends string>(choices: readonly T[], text: string): text is T {
  return choices.includes(text as T);
}

function toEntry(name: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[name, value]];
}

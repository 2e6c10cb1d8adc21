import { randomUUID } from 'node:crypto';
import type { AccountListRequest } from '@hostler/database';
import { dayAround } from '#kernel/calendar.ts';
import { formatMoney } from '#kernel/currency.ts';
import { fieldErrors as general, validationError } from '#kernel/errors.ts';
import { type Clock, DAY, formatTime } from '#kernel/time.ts';
import { requireAccount, withAccountNames } from '../../../identity/accounts/index.ts';
import { findProfile } from '../../profiles/index.ts';
import type { Trade } from '../snapshot.ts';
import { fieldErrors } from './errors.ts';
import { addCharge, type Charge, removeCharge, toCharge } from './service.ts';
import { listChargesForStaff } from './store.ts';

interface ManualCharge {
  account_id: number;
  description: string;
  /** In minor units, negative for a credit. A string if it was typed. */
  amount: number | string;
  quantity?: number | undefined;
  currency?: string | undefined;
  tax_included?: boolean | undefined;
  due_at?: number | undefined;
}

const DUE_AFTER = 14 * DAY;
const LONGEST_DESCRIPTION = 500;

export type ChargeOperatorService = ReturnType<typeof createChargeOperatorService>;

export function createChargeOperatorService({ clock, trade }: { clock: Clock; trade: Pick<Trade, 'timeZone'> }) {
  /** Adds a charge or a credit to the draft of its due day. */
  function* add(input: ManualCharge) {
    const { account_id, description, quantity = 1, tax_included = false } = input;
    const now = clock.now();
    const due_at = input.due_at ?? now + DUE_AFTER;
    // Its invoice would be overdue immediately, and a reminder would follow.
    if (due_at < dayAround(trade.timeZone, now).start) {
      throw validationError([fieldErrors.due_date_past('due_at')]);
    }
    yield* requireAccount(account_id);
    const currency = input.currency?.toUpperCase() ?? (yield* findProfile(account_id)).currency;
    const unit_price = readAmount(input.amount);
    checkCharge({ currency, description, quantity });
    const charge = yield* addCharge(account_id, {
      key: `staff:${randomUUID()}`,
      kind: 'manual',
      ...{ description, quantity, unit_price, tax_included, currency: currency ?? '' },
      period_start: now,
      period_end: now,
      due_at,
      explanation: {
        rule: 'manual',
        sentence: `Added by us on ${formatTime(now).slice(0, 10)}.`,
        steps: [{ label: 'Price', value: `${quantity} × ${formatMoney(unit_price, currency ?? '')}` }],
      },
      at: now,
    });
    if (!charge) throw new Error('charge: key already exists');
    return viewCharge(account_id, charge);
  }

  /** Lists the open charges of all accounts or of one. */
  function* list(request: AccountListRequest = {}) {
    const rows = yield* listChargesForStaff(request);
    return yield* withAccountNames(rows.map(({ account_id, ...row }) => viewCharge(account_id, toCharge(row))));
  }

  function* remove({ account_id, id }: { account_id: number; id: number }) {
    return viewCharge(account_id, yield* removeCharge(account_id, id));
  }

  return { add, list, remove };
}

function readAmount(amount: number | string): number {
  const number = typeof amount === 'number' ? amount : /^-?\d{1,12}$/.test(amount) ? Number(amount) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw validationError([fieldErrors.charge_amount_not_whole('amount')]);
}

function checkCharge({
  currency,
  description,
  quantity,
}: {
  currency: string | null;
  description: string;
  quantity: number;
}) {
  const details = [
    ...(currency === null ? [fieldErrors.charge_currency_required('currency')] : []),
    ...(currency === null || /^[A-Z]{3}$/.test(currency) ? [] : [general.not_currency('currency')]),
    ...(description.trim() !== '' && description.length <= LONGEST_DESCRIPTION
      ? []
      : [general.not_length('description', { max: LONGEST_DESCRIPTION })]),
    ...(quantity >= 1 && quantity <= 1_000_000 ? [] : [fieldErrors.quantity_out_of_range('quantity')]),
  ];
  if (details.length > 0) throw validationError(details);
}

function viewCharge(accountId: number, charge: Charge) {
  const { id, kind, description, quantity, unit_price, amount, currency, tax_included, due_at, invoice_id } = charge;
  const sold = { kind, description, quantity, unit_price, amount, currency, tax_included };
  return { id, account_id: accountId, ...sold, due_at: formatTime(due_at), invoice_id };
}

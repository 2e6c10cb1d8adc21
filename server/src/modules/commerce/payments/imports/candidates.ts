import { sql } from '@hostler/database';
import { formatTime } from '#kernel/time.ts';
import { findInvoiceByNumber } from '../../invoices/index.ts';
import { findInvoiceNumbers } from './match.ts';
import type { LineRow } from './operator-store.ts';

/** Why an invoice may be the one that a bank line pays. */
export const CANDIDATE_REASONS = ['reference', 'amount', 'name'] as const;
type CandidateReason = (typeof CANDIDATE_REASONS)[number];

interface OpenInvoice {
  id: number;
  number: string;
  account_id: number;
  account_name: string;
  status: string;
  currency: string;
  total: number;
  amount_due: number;
  due_at: number;
  named: number;
}

const MOST = 20;
const DUE = 'i.total - i.amount_paid - i.amount_credited - i.amount_written_off';
/** Names of fewer letters are part of too many words. */
const SHORTEST_NAME = 4;
const isNamed = (column: string) =>
  `(length(${column}) >= ${SHORTEST_NAME} and replace(:words, lower(${column}), '') <> :words)`;
const NAMED = `(case when ${['a.name', "coalesce(p.name, '')", "coalesce(p.company, '')"].map(isNamed).join(' or ')} then 1 else 0 end)`;
const COLUMNS = `i.id, i.number, i.account_id, a.name as account_name, i.status, i.currency, i.total,
  ${DUE} as amount_due, i.due_at, ${NAMED} as named`;
const FROM = `invoices as i join accounts as a on a.id = i.account_id
  left join billing_profiles as p on p.account_id = i.account_id`;

const OPEN = sql<{ words: string; amount: number; currency: string; limit: number }, OpenInvoice>(
  `select * from (
     select ${COLUMNS} from ${FROM}
     where i.status in ('unpaid', 'overdue') and i.type = 'invoice' and i.currency = :currency) as open
   where amount_due > 0 and (amount_due = :amount or named = 1)
   order by named desc, case when amount_due = :amount then 0 else 1 end, due_at, id limit :limit`,
);
const BY_ID = sql<{ words: string; account_id: number; id: number }, OpenInvoice>(
  `select ${COLUMNS} from ${FROM} where i.account_id = :account_id and i.id = :id`,
);

/** Lists the open invoices that a bank line may pay, the likeliest first: named by number, by the payer, by amount. */
export function* listCandidates(line: LineRow) {
  const { text, name, amount, currency } = line;
  const words = `${name} ${text}`.toLowerCase();
  const found = new Map<number, OpenInvoice & { isReferenced: boolean }>();
  for (const number of findInvoiceNumbers(text)) {
    const known = yield* findInvoiceByNumber(number);
    const invoice = known && (yield* BY_ID.one({ words, ...known }));
    if (invoice) found.set(invoice.id, { ...invoice, isReferenced: true });
  }
  for (const invoice of yield* OPEN.all({ words, amount, currency, limit: MOST })) {
    if (!found.has(invoice.id)) found.set(invoice.id, { ...invoice, isReferenced: false });
  }
  return [...found.values()].slice(0, MOST).map((invoice) => viewCandidate(invoice, line));
}

function viewCandidate(
  { named, isReferenced, due_at, ...invoice }: OpenInvoice & { isReferenced: boolean },
  { amount, currency }: LineRow,
) {
  const hasAmount = invoice.amount_due === amount && invoice.currency === currency;
  const matches: CandidateReason[] = [
    ...(isReferenced ? (['reference'] as const) : []),
    ...(hasAmount ? (['amount'] as const) : []),
    ...(named === 1 ? (['name'] as const) : []),
  ];
  return { ...invoice, due_at: formatTime(due_at), matches };
}

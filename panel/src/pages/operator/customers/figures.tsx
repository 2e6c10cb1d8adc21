import type { ReactNode } from 'react';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import classes from './detail.module.css';
import type { AccountSummary } from './queries.ts';
import { texts } from './texts.ts';

/** Balance of a customer. Absent for roles that may not read money. */
export function Figures({ account: { balance } }: { account: AccountSummary }) {
  if (!balance) return null;
  const { currency, due, overdue, credit, next_invoice_at, usage_so_far } = balance;
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <div className={classes.figures}>
      <Figure name={texts.due}>{money(due)}</Figure>
      <Figure name={texts.overdue} bad={overdue > 0}>
        {money(overdue)}
      </Figure>
      <Figure name={texts.credit} bad={credit < 0}>
        {money(credit)}
      </Figure>
      {usage_so_far !== null && <Figure name={texts.usage}>{money(usage_so_far)}</Figure>}
      <Figure name={texts.nextInvoice}>
        <Moment at={next_invoice_at} never={texts.nothingPlanned} />
      </Figure>
    </div>
  );
}

function Figure({ name, bad = false, children }: { name: string; bad?: boolean; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <div className={classes.name}>{name}</div>
      <div className={classes.amount} data-tone={bad ? 'bad' : undefined}>
        {children}
      </div>
    </div>
  );
}

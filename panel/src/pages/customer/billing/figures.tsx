import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Money } from '../../../parts/money.tsx';
import { DueNow } from '../../../resources/billing/due-now.tsx';
import { useBalance } from '../../../resources/billing/queries.ts';
import { texts } from '../../../resources/billing/texts.ts';
import classes from './figures.module.css';

/** Shows the amount due, the credit and the unbilled usage. */
export function Figures() {
  const { data: balance } = useBalance();
  return (
    <div className={classes.figures}>
      <DueNow />
      {balance?.currency && (
        <>
          <Figure name={texts.credit} note={balance.credit > 0 ? texts.creditText : texts.noCredit}>
            <Money amount={balance.credit} currency={balance.currency} />
          </Figure>
          {balance.usage_so_far !== null && (
            <Figure name={texts.usage} note={texts.usageText}>
              <Money amount={balance.usage_so_far} currency={balance.currency} />
            </Figure>
          )}
        </>
      )}
    </div>
  );
}

function Figure({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <div className={classes.amount}>{children}</div>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </div>
  );
}

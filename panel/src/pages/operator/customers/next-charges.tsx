import { Text } from '@mantine/core';
import { Moment } from '#parts/moment.tsx';
import { Money } from '#parts/money.tsx';
import { Surface } from '#parts/surface.tsx';
import classes from './detail.module.css';
import type { AccountSummary } from './queries.ts';
import { texts } from './texts.ts';

/** Subscriptions that the next billing runs invoice. Absent for roles that may not read money. */
export function NextCharges({ charges }: { charges: AccountSummary['next_charges'] }) {
  if (!charges) return null;
  return (
    <Surface title={texts.nextCharges}>
      {charges.length === 0 ? (
        <Text c="dimmed">{texts.noCharges}</Text>
      ) : (
        <ul className={classes.lines}>
          {charges.map(({ subscription_id, name, amount, currency, at }) => (
            <li key={subscription_id} className={classes.line}>
              <span>{name}</span>
              <span>
                <Money amount={amount} currency={currency} />
                {', '}
                <Moment at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Surface>
  );
}

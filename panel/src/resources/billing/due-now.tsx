import type { Invoice } from '@hostler/sdk';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../../parts/failure.tsx';
import { Money } from '../../parts/money.tsx';
import { formatMoney } from '../../parts/numbers.ts';
import { useMay, usePlace } from '../../session/place-context.tsx';
import { Day } from './day.tsx';
import classes from './due-now.module.css';
import { PayAll } from './pay/pay-all.tsx';
import { sumUp, useDue } from './queries.ts';
import { texts } from './texts.ts';

/** Shows the amount due and its date. `plain` leaves out the surface. */
export function DueNow({ plain = false }: { plain?: boolean }) {
  const [all, setAll] = useState<readonly Invoice[] | null>(null);
  return (
    <>
      <Due plain={plain} onPayAll={setAll} />
      {/* Outside, because the result is shown when nothing is due any more. */}
      {all && <PayAll invoices={all} onClose={() => setAll(null)} />}
    </>
  );
}

function Due({ plain, onPayAll }: { plain: boolean; onPayAll: (invoices: readonly Invoice[]) => void }) {
  const due = useDue();
  const { data } = due;
  const may = useMay();
  const { place } = usePlace();
  const canPay = may('billing.write') && place.environment === 'live';
  if (due.error && !data) {
    return (
      <div className={plain ? classes.failed : undefined}>
        <Failure error={due.error} retrying={due.isFetching} onRetry={() => void due.refetch()} />
      </div>
    );
  }
  if (!data) return <Skeleton height={plain ? 28 : 76} {...(plain ? { m: 'md', width: '40%' } : {})} />;
  const [first] = data.invoices;
  if (!first) {
    return (
      <div className={classes.due} data-plain={plain || undefined}>
        <Text>{texts.nothingDue}</Text>
      </div>
    );
  }
  const overdue = data.invoices.filter(({ status }) => status === 'overdue').length;
  // Only the first invoices are loaded; with more than that, the sum is incomplete and is not shown.
  const whole = data.invoices.length === data.total;
  return (
    <div className={classes.due} data-plain={plain || undefined} data-overdue={overdue > 0 || undefined}>
      <div className={classes.what}>
        {!plain && (
          <Text size="xs" c="dimmed">
            {texts.due}
          </Text>
        )}
        <div className={classes.sum}>
          {whole
            ? sumUp(data.invoices).map(({ currency, amount }) => (
                <Money key={currency} amount={amount} currency={currency} />
              ))
            : texts.countInvoices(data.total)}
        </div>
        <Text {...(plain ? {} : { size: 'sm', c: 'dimmed' })}>
          <DueDates count={data.total} overdue={overdue} at={first.due_at} />
        </Text>
      </div>
      <Group gap="xs">
        {!plain && whole && data.total > 1 && canPay && (
          <Button variant="default" data-real onClick={() => onPayAll(data.invoices)}>
            {texts.payAll}
          </Button>
        )}
        <Button
          size={plain ? 'xs' : 'sm'}
          data-real
          renderRoot={(props) => <Link {...props} to="/billing" search={{ invoice: first.id }} />}
        >
          {data.total === 1 ? texts.pay : texts.payFirst(formatMoney(first.amount_due, first.currency))}
        </Button>
      </Group>
    </div>
  );
}

function DueDates({ count, overdue, at }: { count: number; overdue: number; at: string }) {
  const invoices = texts.countInvoices(count);
  const day = <Day at={at} />;
  if (overdue === 0 && count > 1) {
    return (
      <Trans>
        {invoices}, the first due {day}.
      </Trans>
    );
  }
  if (overdue === 0) {
    return (
      <Trans>
        {invoices}, due {day}.
      </Trans>
    );
  }
  if (overdue === count) {
    return (
      <Trans>
        {invoices}, overdue since {day}.
      </Trans>
    );
  }
  return (
    <Trans>
      {invoices}, {overdue} of them overdue since {day}.
    </Trans>
  );
}

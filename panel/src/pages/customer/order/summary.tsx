import { Skeleton, Text, Title } from '@mantine/core';
import { Failure } from '../../../parts/failure.tsx';
import { Money } from '../../../parts/money.tsx';
import { formatMoney } from '../../../parts/numbers.ts';
import { describePrice, listSizes } from '../../../resources/plans/offers.ts';
import type { PlanPrice, ShopPlan } from '../../../resources/plans/queries.ts';
import type { Quote } from './queries.ts';
import classes from './summary.module.css';
import { texts } from './texts.ts';

interface SummaryProps {
  readonly plan: ShopPlan | undefined;
  readonly price: PlanPrice | undefined;
  readonly quote: { readonly data: Quote | undefined; readonly error: unknown; readonly isPlaceholderData: boolean };
  /** Free days; 0 without a trial. */
  readonly trialDays: number;
  /** Note on details of the customer that the price does not consider. */
  readonly note?: string | false;
}

/** Shows the ordered plan and its exact price. */
export function Summary({ plan, price, quote, trialDays, note }: SummaryProps) {
  return (
    <section className={classes.summary} aria-label={texts.summary}>
      <Title order={2} className={classes.title}>
        {texts.summary}
      </Title>
      {!plan || !price ? (
        <Text c="dimmed">{texts.nothingChosen}</Text>
      ) : (
        <>
          <div className={classes.plan}>
            <Text fw={600}>{plan.name}</Text>
            <Text size="sm" c="dimmed">
              {listSizes(plan).join(' · ')}
            </Text>
          </div>
          <div className={classes.figures} data-old={quote.isPlaceholderData || undefined} aria-live="polite">
            {quote.error ? (
              <Failure error={quote.error} title={texts.noQuote} />
            ) : quote.data ? (
              <Figures quote={quote.data} trialDays={trialDays} />
            ) : (
              <Skeleton height={92} />
            )}
          </div>
          <Text size="sm" c="dimmed" className={classes.then}>
            {[describeLater(trialDays, price), quote.data?.tax_sentence, note].filter(Boolean).join(' ')}
          </Text>
        </>
      )}
    </section>
  );
}

/** Shows the amounts; during a trial, those of the first invoice after it. */
function Figures({ quote, trialDays }: { quote: Quote; trialDays: number }) {
  const { lines, subtotal, tax, tax_rate, total, currency } = quote;
  return (
    <dl className={classes.lines}>
      {lines.map(({ description, net_amount }) => (
        <Line key={description} name={description} amount={net_amount} currency={currency} detail />
      ))}
      {lines.length > 0 && (
        <>
          <Line name={texts.subtotal} amount={subtotal} currency={currency} detail />
          <Line name={texts.tax(tax_rate)} amount={tax} currency={currency} detail />
        </>
      )}
      {trialDays > 0 && <Line name={texts.afterTrial(trialDays)} amount={total} currency={currency} detail />}
      <Line name={texts.today} amount={trialDays > 0 ? 0 : total} currency={currency} strong />
    </dl>
  );
}

interface LineProps {
  readonly name: string;
  readonly amount: number;
  readonly currency: string;
  /** Hidden on small screens. */
  readonly detail?: boolean;
  readonly strong?: boolean;
}

function Line({ name, amount, currency, detail, strong }: LineProps) {
  return (
    <div className={classes.line} data-detail={detail || undefined} data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd>
        <Money amount={amount} currency={currency} />
      </dd>
    </div>
  );
}

/** Describes the charges after the first payment. */
function describeLater(trialDays: number, price: PlanPrice): string {
  const { period, currency, monthly_cap } = price;
  if (period === 'hourly') {
    const most = monthly_cap === null ? '' : `, ${texts.cap(formatMoney(monthly_cap, currency))}`;
    return `${describePrice(price)}${most}. ${texts.hourly}`;
  }
  return trialDays > 0 ? texts.trialThen(trialDays, describePrice(price)) : texts.later(describePrice(price));
}

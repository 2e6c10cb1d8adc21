import type { ChangePreview as Preview } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { Money } from '../../../parts/money.tsx';
import { formatMoney } from '../../../parts/numbers.ts';
import { formatDate } from '../../../parts/times.ts';
import { brand } from '../../../theme/brand.ts';
import { Day } from '../day.tsx';
import classes from '../invoice-items.module.css';
import { PERIODS } from '../texts.ts';
import { Why } from '../why.tsx';
import { changeTexts as texts } from './texts.ts';

/** Shows the cost and date of a change, computed by the same function that applies it. */
export function ChangePreview({ preview }: { preview: Preview }) {
  const {
    lines,
    currency,
    tax,
    amount_due_now,
    new_price,
    billing_period,
    effective_at,
    immediately,
    payment_required,
  } = preview;
  const { sellerTimeZone } = brand;
  const tellPrice = payment_required
    ? texts.priceWhenPaid
    : immediately
      ? texts.priceNow
      : texts.priceFrom(formatDate(effective_at, sellerTimeZone));
  return (
    <section aria-label={texts.preview}>
      <Text mb="xs">
        {preview.explanation} {tellPrice(`${formatMoney(new_price, currency)} ${PERIODS[billing_period]}`)}
      </Text>
      <table className={classes.items}>
        <tbody>
          {lines.map(({ description, amount, period_start, period_end, explanation }) => (
            <tr key={period_start}>
              <td>
                {description}
                <div className={classes.period}>
                  <Day at={period_start} /> – <Day at={period_end} />
                </div>
                <div>
                  <Why explanation={explanation} />
                </div>
              </td>
              <td>
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {tax !== 0 && (
            <tr>
              <th scope="row">{preview.tax_included ? texts.taxIn : texts.tax}</th>
              <td>
                <Money amount={tax} currency={currency} />
              </td>
            </tr>
          )}
          <tr data-strong>
            <th scope="row">{texts.dueNow}</th>
            <td>
              <Money amount={amount_due_now} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

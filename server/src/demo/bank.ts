// Money at the bank that names no invoice, so that staff have something to match.

import type { StatementLine } from '#engines/payment/driver.ts';
import { DAY } from '#kernel/time.ts';
import { MAKER, PLANS, STUDIO } from './story.ts';

/** Returns the lines of a bank statement of the last days. */
export function listBankLines(now: number): StatementLine[] {
  const [monthly] = PLANS[0].prices;
  const [larger] = PLANS[1].prices;
  return [
    {
      ago: 1,
      amount: monthly.price,
      name: STUDIO.name,
      iban: 'DE75512108001245126199',
      text: 'Server build1, thank you',
    },
    { ago: 2, amount: larger.price, name: MAKER.owner.name, iban: 'AT611904300234573201', text: 'Telemetry server' },
    { ago: 3, amount: 4_250, name: 'City Power Ltd', iban: 'DE02120300000000202051', text: 'Refund of the prepayment' },
  ].map(({ ago, ...line }, index) => ({
    ...line,
    id: `demo-${index}`,
    formerId: `demo-${index}`,
    format: 'csv',
    account: null,
    reference: null,
    position: 1,
    currency: monthly.currency,
    bookedAt: now - (now % DAY) - ago * DAY,
  }));
}

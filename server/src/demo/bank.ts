// Money at the bank that names no invoice, so that staff have something to match.

import type { StatementLine } from '#engines/payment/driver.ts';
import { readStatement } from '#engines/payment/statements/read-statement.ts';
import { DAY } from '#kernel/time.ts';
import { MAKER, PLANS, STUDIO } from './story.ts';

/** Returns the lines of a bank statement of the last days. */
export function readBank(now: number): Promise<readonly StatementLine[]> {
  const [monthly] = PLANS[0].prices;
  const small = monthly.price;
  const rows = [
    [1, small, STUDIO.name, 'DE89370400440532013000', 'Server build1, thank you'],
    [2, 2 * small, MAKER.owner.name, 'AT611904300234573201', 'My two servers'],
    [3, 4_250, 'City Power Ltd', 'DE02120300000000202051', 'Refund of the prepayment'],
  ] as const;
  const csv = rows.map(([ago, cents, name, iban, text]) =>
    [formatDay(now - ago * DAY), (cents / 100).toFixed(2), 'EUR', name, iban, text].join(';'),
  );
  return readStatement(Buffer.from(['date;amount;currency;name;iban;text', ...csv].join('\n')));
}

function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

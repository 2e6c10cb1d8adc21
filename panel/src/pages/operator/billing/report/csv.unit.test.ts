import { expect, it } from 'vitest';
import { writeReportCsv } from './csv.ts';

it('writes the sums and the open amounts of a month, with negative amounts as numbers', () => {
  const csv = writeReportCsv({
    ...{ format: 'json', month: '2026-11', time_zone: 'Europe/Berlin', revenue: [] },
    taxes: [
      {
        ...{ currency: 'EUR', tax_category: 'standard', tax_country: 'DE', customer_country: 'FR', tax_rate: 19 },
        ...{ documents: 2, net: -1000, tax: -190, total: -1190 },
      },
    ],
    open: [{ currency: 'EUR', status: 'overdue', invoices: 3, due: 500 }],
    cross_border: { year: 2026, currency: 'EUR', net: 0, limit: 1_000_000, is_over: false },
  });
  expect(csv.split('\r\n')).toEqual([
    'month,kind,currency,tax_category,tax_country,customer_country,tax_rate,documents,net,tax,total',
    '2026-11,issued,EUR,standard,DE,FR,19,2,-1000,-190,-1190',
    '2026-11,overdue,EUR,,,,,3,,,500',
    '',
  ]);
});

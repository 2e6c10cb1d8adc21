import { expect, it } from 'vitest';
import type { Report } from './operator-service.ts';
import { writeCsv } from './text.ts';

const report: Report = {
  month: '2026-11',
  time_zone: 'Europe/Berlin',
  revenue: [],
  taxes: [
    {
      ...{ currency: 'EUR', tax_category: 'standard', tax_country: 'DE', customer_country: 'FR', tax_rate: 5.5 },
      ...{ documents: 2, net: -1000, tax: -55, total: -1055 },
    },
    {
      ...{ currency: 'EUR', tax_category: null, tax_country: null, customer_country: null, tax_rate: 0 },
      ...{ documents: 1, net: 123_450, tax: 0, total: 123_450 },
    },
  ],
  open: [],
  cross_border: { year: 2026, currency: 'EUR', net: 0, limit: 1_000_000, is_over: false },
};

it('writes the report as CSV, with negative amounts as numbers', () => {
  expect(writeCsv(report)).toBe(
    [
      'currency,category,tax_country,customer_country,rate,documents,net,tax,total',
      'EUR,standard,DE,FR,5.5,2,-1000,-55,-1055',
      'EUR,,,,0,1,123450,0,123450',
    ].join('\n'),
  );
});

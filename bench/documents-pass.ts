// Renders invoices as PDF and prints what each costs. documents.ts runs it in a separate process.
import { computeTotals } from '../server/src/modules/commerce/invoices/totals.ts';
import type { DocumentCost } from './documents.ts';

const [documents = 1] = process.argv.slice(2).map(Number);
const began = process.cpuUsage();
const { renderInvoicePdf } = await import('../server/src/modules/commerce/invoices/document/pdf.ts');

function makeInvoice(count: number): Parameters<typeof renderInvoicePdf>[0] {
  const sold = Array.from({ length: count }, (_, index) => ({
    description: `VPS M (shop-${index + 1}.example.com)`,
    quantity: 1,
    unit_price: 1_990,
    amount: 1_990,
    tax_included: false,
    period: { from: '2026-11-01', to: '2026-12-01' },
  }));
  const { net, subtotal, tax, total } = computeTotals(sold, 1_900);
  return {
    ...{
      type: 'invoice',
      language: 'en',
      number: 'INV-2026-000042',
      issued_on: '2026-11-01',
      due_on: '2026-11-15',
      currency: 'EUR',
    },
    ...{ corrects: null, reason: null, payment_reference: 'INV-2026-000042' },
    seller: {
      ...{ name: 'Example Hosting GmbH', street: 'Hauptstraße 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
      ...{ vat_id: 'DE123456789', tax_number: '30/123/45678', email: 'billing@example.com' },
      ...{ iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' },
    },
    customer: {
      ...{ kind: 'business', name: 'Ada Doe', company: 'Example Ltd', street: 'Rue de la Paix 2' },
      ...{ postal_code: '75002', city: 'Paris', state: null, country: 'FR' },
      ...{ vat_id: 'FR32123456789', email: 'ada@example.com' },
    },
    lines: sold.map((line, index) => ({ ...line, position: index + 1, net_amount: net[index] ?? 0 })),
    ...{ subtotal, total, settlement: { due: total, credited: 0, paid_on: null } },
    tax: { category: 'standard', rate: 1_900, country: 'DE', amount: tax, sentence: null },
  };
}

const cpuMs = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

let firstMs = 0;
const costs: DocumentCost[] = [];
for (const lines of [3, 100]) {
  const times: number[] = [];
  let bytes = 0;
  for (let count = 0; count < documents; count++) {
    const before = process.cpuUsage();
    bytes = (await renderInvoicePdf(makeInvoice(lines), { creator: 'Hostler' })).length;
    if (count === 0 && lines === 3) firstMs = cpuMs(began);
    else times.push(cpuMs(before));
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  costs.push({ lines, bytes, firstMs: lines === 3 ? firstMs : 0, cpuMs: median });
}
process.stdout.write(JSON.stringify(costs));
process.exit(0);

import { findFaults, readInvoice } from '@hostler/testing/e-invoice.ts';
import { readPdfText } from '@hostler/testing/poppler.ts';
import { extractXml } from '@stackforge-eu/factur-x';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTotals } from '../totals.ts';
import type { DocumentTax, InvoiceDocument } from './document.ts';
import { renderInvoicePdf } from './pdf.ts';
import { writeInvoiceXml } from './xml.ts';

const seller = {
  name: 'Müller & Söhne Hosting GmbH',
  street: 'Hauptstraße 1',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  vat_id: 'DE123456789',
  tax_number: '30/123/45678',
  email: 'billing@example.com',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
};
const business = {
  kind: 'business' as const,
  name: 'Ada Łukasz',
  company: 'Exämple <Ltd>',
  street: 'Rue de la Paix 2',
  postal_code: '75002',
  city: 'Paris',
  state: null,
  country: 'FR',
  vat_id: 'FR32123456789',
  email: 'ada@example.com',
};
const neighbour = { ...business, kind: 'consumer' as const, company: null, country: 'DE', vat_id: null };
const swiss = { ...neighbour, country: 'CH' };

const standard = { category: 'standard', rate: 1900, country: 'DE', sentence: null } as const;
const reverse = { category: 'reverse_charge', rate: 0, country: 'FR', sentence: 'Reverse charge.' } as const;
const outside = { category: 'outside_scope', rate: 0, country: 'CH', sentence: 'No VAT is charged.' } as const;
const small = { category: 'small_business', rate: 0, country: 'DE', sentence: 'No VAT (§ 19 UStG).' } as const;

interface Sold {
  description?: string;
  quantity?: number;
  unit_price: number;
  tax_included?: boolean;
}

/** Computes the amounts with the function that issuing uses. */
function makeDocument(
  sold: readonly Sold[],
  tax: Omit<DocumentTax, 'amount'>,
  changes: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const lines = sold.map(
    ({ description = 'VPS S (shop.example.com)', quantity = 1, unit_price, tax_included = false }) => ({
      ...{ description, quantity, unit_price, tax_included },
      amount: quantity * unit_price,
      period: { from: '2026-02-15', to: '2026-03-01' },
    }),
  );
  const totals = computeTotals(lines, tax.rate);
  return {
    ...{
      type: 'invoice',
      language: 'en',
      number: 'INV-2026-000042',
      issued_on: '2026-02-15',
      due_on: '2026-03-01',
      currency: 'EUR',
    },
    ...{ corrects: null, reason: null, seller, customer: business, payment_reference: 'INV-2026-000042' },
    lines: lines.map((line, index) => ({ ...line, position: index + 1, net_amount: totals.net[index] ?? 0 })),
    subtotal: totals.subtotal,
    tax: { ...tax, amount: totals.tax },
    total: totals.total,
    settlement: { due: Math.max(0, totals.total), credited: 0, paid_on: null },
    ...changes,
  };
}

const correction = { type: 'credit_note', corrects: { number: 'INV-2026-000041', issued_on: '2026-01-31' } } as const;
const DOCUMENTS: [name: string, document: InvoiceDocument, shown: string[]][] = [
  [
    'of a price of 9.99 including 19 % tax',
    makeDocument([{ unit_price: 999, tax_included: true }], standard, { customer: neighbour }),
    ['8.39', '1.60', '9.99'],
  ],
  [
    'with several lines, a discount and many hours',
    makeDocument([{ unit_price: 4990 }, { unit_price: -499 }, { unit_price: 2, quantity: 733 }], standard),
    ['59.57', '11.32', '70.89'],
  ],
  [
    'with gross and net prices',
    makeDocument([{ unit_price: 999, tax_included: true }, { unit_price: 1000 }], standard),
    ['8.39', '10.00', '18.39', '3.50', '21.89'],
  ],
  ['to a business abroad', makeDocument([{ unit_price: 1000 }], reverse), ['10.00', '0.00', 'Reverse charge.']],
  [
    'to a business abroad, with a gross price',
    makeDocument([{ unit_price: 333, quantity: 3, tax_included: true }], reverse),
    ['3.33', '9.99', '0.00', 'Reverse charge.'],
  ],
  [
    'to a customer outside the EU',
    makeDocument([{ unit_price: 1000 }], outside, { customer: swiss }),
    ['10.00', '0.00'],
  ],
  ['of a small business', makeDocument([{ unit_price: 1000 }], small), ['10.00', 'No VAT (§ 19 UStG).']],
  [
    'that credits 9.99',
    makeDocument([{ unit_price: -999, tax_included: true }], standard, { ...correction, reason: 'Ordered twice.' }),
    ['Credit note', '-8.39', '-1.60', '-9.99', 'INV-2026-000041', 'Ordered twice.'],
  ],
  ['in a currency without cents', makeDocument([{ unit_price: 1200 }], standard, { currency: 'JPY' }), ['1,428']],
];

describe.skipIf(process.env.HOSTLER_TEST_POPPLER_MISSING)('the document of an invoice', () => {
  it.each(DOCUMENTS)('%s has the same amounts in the PDF text and in the XML', async (_, document, shown) => {
    const pdf = await renderInvoicePdf(document, { creator: 'Example' });
    const text = await readPdfText(pdf);
    for (const figure of [document.number, ...shown]) expect(text).toContain(figure);
    const { xml } = await extractXml(pdf);
    expect(xml).toBe(writeInvoiceXml(document));
    expect(await findFaults(xml)).toEqual([]);
    const unit = document.currency === 'JPY' ? 100 : 1;
    const { number, basis, taxTotal, total, due } = readInvoice(xml);
    expect({ number, basis, taxTotal, total, due }).toEqual({
      number: document.number,
      basis: document.subtotal * unit,
      taxTotal: document.tax.amount * unit,
      total: document.total * unit,
      due: document.total * unit,
    });
  });

  it.each([
    [
      'open',
      { due: 1190, credited: 0, paid_on: null },
      /Please pay EUR 11\.90 by 2026-03-01 to DE02/,
      /Due\s+2026-03-01/,
    ],
    [
      'paid in part',
      { due: 690, credited: 0, paid_on: null },
      /Please pay EUR 6\.90 .* EUR 5\.00 is already paid or credited/s,
      /Due/,
    ],
    [
      'paid',
      { due: 0, credited: 0, paid_on: '2026-02-20' },
      /Paid on 2026-02-20\. No amount is due/,
      /Paid\s+2026-02-20/,
    ],
    [
      'paid and credited in part',
      { due: 0, credited: 500, paid_on: '2026-02-20' },
      /Paid on 2026-02-20\. EUR 5\.00 was credited\. No amount is due/,
      /Paid\s+2026-02-20/,
    ],
    ['written off', { due: 0, credited: 0, paid_on: null }, /No amount is due/, /Net amount/],
    [
      'refunded in full',
      { due: 0, credited: 1190, paid_on: null },
      /EUR 11\.90 was credited\. No amount is due/,
      /Net amount/,
    ],
  ])('states that it is %s, and its XML does not change', async (_, settlement, note, fact) => {
    const document = makeDocument([{ unit_price: 1000 }], standard, { settlement });
    const text = await readPdfText(await renderInvoicePdf(document, { creator: 'Example' }));
    expect(text).toMatch(note);
    expect(text).toMatch(fact);
    if (settlement.due === 0) expect(text).not.toMatch(/Please pay|Due\s/);
    expect(writeInvoiceXml(document)).toBe(writeInvoiceXml(makeDocument([{ unit_price: 1000 }], standard)));
  });

  it('does not ask for payment if it is a credit note', async () => {
    const text = await readPdfText(
      await renderInvoicePdf(makeDocument([{ unit_price: -999 }], standard, correction), { creator: 'Example' }),
    );
    expect(text).not.toMatch(/Please pay|Nothing is left|Due\s/);
  });

  it('has as many pages as it needs, and contains every line', async () => {
    const sold = Array.from({ length: 90 }, (_, index) => ({
      description: `VPS number ${index + 1}.`,
      unit_price: 990,
    }));
    const text = await readPdfText(await renderInvoicePdf(makeDocument(sold, standard), { creator: 'Example' }));
    expect(sold.filter(({ description }) => !text.includes(description))).toEqual([]);
    expect(text).toMatch(/page 1 of 7.*page 7 of 7/s);
  });

  it('is in German if that was the language of the customer, and its XML is the same', async () => {
    const lines = [{ unit_price: 123_450 }];
    const document = makeDocument(lines, reverse, { language: 'de', customer: neighbour });
    const pdf = await renderInvoicePdf(document, { creator: 'Example' });
    const text = await readPdfText(pdf);
    for (const words of [
      /Rechnung\n/,
      /Rechnungsnr\.\s+INV-2026-000042/,
      /Datum\s+15\.02\.2026/,
      /Fällig am\s+01\.03\.2026/,
      /Bezeichnung\s+Menge\s+Einzelpreis\s+EUR/,
      /Leistungszeitraum: 15\.02\.2026 bis 28\.02\.2026/,
      /Nettobetrag\s+1\.234,50/,
      /USt\. 0 %\s+0,00/,
      /Gesamtbetrag EUR\s+1\.234,50/,
      /Zahlbar bis 01\.03\.2026: Bitte überweisen Sie 1\.234,50 EUR auf das Konto DE02.*Verwendungszweck INV-2026-000042\./s,
      /USt-IdNr\. DE123456789\s+·\s+Steuernummer/,
      /INV-2026-000042, Seite 1 von 1/,
    ]) {
      expect(text).toMatch(words);
    }
    expect(text).not.toMatch(/Invoice|Please|Net amount|VAT/);
    expect(pdf.includes('/Lang (de)')).toBe(true);
    expect(writeInvoiceXml(document)).toBe(writeInvoiceXml({ ...document, language: 'en' }));
  });

  it('adds the translation of a standard tax note, and keeps the words of the seller', async () => {
    const sentence =
      'Reverse charge: the recipient is liable for the VAT (Articles 44 and 196 of Directive 2006/112/EC).';
    const render = async (tax: typeof reverse | object, language: 'en' | 'de') =>
      (
        await readPdfText(
          await renderInvoicePdf(makeDocument([{ unit_price: 1000 }], { ...reverse, ...tax }, { language }), {
            creator: 'Example',
          }),
        )
      ).replaceAll(/\s+/g, ' ');
    expect(await render({ sentence }, 'de')).toContain(
      `Steuerschuldnerschaft des Leistungsempfängers (Artikel 44 und 196 der Richtlinie 2006/112/EG). ${sentence}`,
    );
    expect(await render({ sentence }, 'en')).not.toContain('Steuerschuldnerschaft');
    expect(await render({ sentence: 'Words of the seller.' }, 'de')).toContain('Words of the seller.');
  });

  it('translates a credit note with its corrected invoice and its reason', async () => {
    const reason = 'This change of plan was not paid in time.';
    const document = makeDocument([{ unit_price: -999 }], standard, { ...correction, reason, language: 'de' });
    const text = await readPdfText(await renderInvoicePdf(document, { creator: 'Example' }));
    expect(text).toMatch(/Gutschrift\n/);
    expect(text).toMatch(/Korrigiert\s+INV-2026-000041.*vom 31\.01\.2026/s);
    expect(text).toMatch(/Grund: Dieser Tarifwechsel wurde nicht rechtzeitig bezahlt\./);
    expect(text).toMatch(/-9,99/);
  });

  it.each([
    ['US', 'CA', 'San Francisco', '94105', 'San Francisco, CA 94105'],
    ['CA', 'ON', 'Toronto', 'M5H 1A1', 'Toronto ON M5H 1A1'],
    ['AU', 'NSW', 'Sydney', '2000', 'Sydney NSW 2000'],
    ['US', null, 'San Francisco', '94105', '94105 San Francisco'],
  ])(
    'has an address in %s with the state %s as it is written there',
    async (country, state, city, postal_code, line) => {
      const customer = { ...business, vat_id: null, city, postal_code, state, country };
      const document = makeDocument([{ unit_price: 1000 }], { ...outside, country }, { customer });
      const pdf = await renderInvoicePdf(document, { creator: 'Example' });
      expect((await readPdfText(pdf)).split('\n').map((row) => row.trim().split(/ {2,}/)[0])).toContain(line);
      const { xml } = await extractXml(pdf);
      expect(await findFaults(xml)).toEqual([]);
      expect(/<ram:CountrySubDivisionName>(.*?)</.exec(xml)?.[1] ?? null).toBe(state);
    },
  );

  it('without a seller has a PDF but no XML', async () => {
    const document = makeDocument([{ unit_price: 1000 }], standard, { seller: null });
    expect(writeInvoiceXml(document)).toBeUndefined();
    expect(await readPdfText(await renderInvoicePdf(document, { creator: 'Example' }))).toContain('INV-2026-000042');
  });
});

describe('the XML of an invoice', () => {
  it('is valid with markup and control characters in a description', async () => {
    const description = '</ram:Name><evil a="&x;">\u0000\u0008\ud800 ]]> 💥';
    const document = makeDocument([{ description, unit_price: 1000 }], standard);
    expect(await findFaults(writeInvoiceXml(document) ?? '')).toEqual([]);
  });

  it('is valid for any lines and tax rates', async () => {
    const sold = fc.record({
      quantity: fc.integer({ min: 1, max: 750 }),
      unit_price: fc.integer({ min: -5_000, max: 200_000 }),
      tax_included: fc.boolean(),
    });
    const cases = fc.asyncProperty(
      fc.array(sold, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(500, 770, 1900, 2550),
      async (lines, rate) => {
        const xml = writeInvoiceXml(makeDocument(lines, { ...standard, rate })) ?? '';
        expect(await findFaults(xml)).toEqual([]);
      },
    );
    await fc.assert(cases, { numRuns: 60 });
  });
});

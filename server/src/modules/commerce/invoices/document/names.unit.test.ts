import { readPdfFonts, readPdfText, readPdfWords } from '@hostler/testing/poppler.ts';
import { extractXml } from '@stackforge-eu/factur-x';
import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from './document.ts';
import { renderInvoicePdf } from './pdf.ts';
import { takeMissing } from './text/faces.ts';
import { writeInvoiceXml } from './xml.ts';

const FOOTER_TOP = 772;
const DOCUMENT: InvoiceDocument = {
  ...{
    type: 'invoice',
    language: 'en',
    number: 'INV-2026-000042',
    issued_on: '2026-02-15',
    due_on: '2026-03-01',
    currency: 'EUR',
  },
  ...{ corrects: null, reason: null, payment_reference: 'INV-2026-000042' },
  seller: {
    ...{ name: 'Example Hosting GmbH', street: 'Hauptstraße 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
    ...{ vat_id: 'DE123456789', tax_number: null, email: 'billing@example.com', iban: null, bic: null },
  },
  customer: {
    ...{ kind: 'business', name: 'Ada Doe', company: 'Example Ltd', street: 'Rue de la Paix 2' },
    ...{ postal_code: '75002', city: 'Paris', state: null, country: 'FR' },
    ...{ vat_id: 'FR32123456789', email: 'ada@example.com' },
  },
  lines: [
    {
      ...{ position: 1, description: 'VPS S', quantity: 1, unit_price: 1000, amount: 1000, net_amount: 1000 },
      ...{ tax_included: false, period: { from: '2026-02-15', to: '2026-03-01' } },
    },
  ],
  ...{ subtotal: 1000, total: 1190, settlement: { due: 1190, credited: 0, paid_on: null } },
  tax: { category: 'standard', rate: 1900, country: 'DE', amount: 190, sentence: null },
};

type Names = Partial<NonNullable<InvoiceDocument['customer']>>;

function nameCustomer(names: Names): InvoiceDocument {
  if (!DOCUMENT.customer) throw new Error('the document has a customer');
  return { ...DOCUMENT, customer: { ...DOCUMENT.customer, ...names } };
}

const render = (document: InvoiceDocument) => renderInvoicePdf(document, { creator: 'Example' });

describe.skipIf(process.env.HOSTLER_TEST_POPPLER_MISSING)('names on an invoice', () => {
  it.each([
    ['Ελληνική Εταιρεία Α.Ε.', []],
    ['ООО «Ромашка»', []],
    ['北京中关村有限公司', ['NotoSansHans-Regular']],
    ['臺灣積體電路製造', ['NotoSansHans-Regular']],
    ['株式会社ひらがなカタカナ', ['NotoSansHans-Regular']],
    ['주식회사 한국호스팅', ['NotoSansKR-Regular']],
    ['شركة النور', ['NotoNaskhArabic']],
    ['חברת אירוח', ['NotoSansHebrew']],
    ['Հայաստան ՍՊԸ', ['NotoSansArmenian-Regular']],
    ['საქართველო', ['NotoSansGeorgian-Regular']],
    ['बनारस नगर', ['NotoSansDevanagari-Regular']],
    ['กรุงเทพ', ['NotoSansThai-Regular']],
  ])('are read back from the PDF, and its fonts are subsets: %s', async (company, more) => {
    // Other files of this process may have left some.
    takeMissing();
    const document = nameCustomer({ company });
    const pdf = await render(document);
    // Poppler marks text from right to left.
    expect((await readPdfText(pdf)).replace(/[\u202a-\u202c]/g, '')).toContain(company);
    const fonts = await readPdfFonts(pdf);
    expect(fonts.map(({ name }) => name).sort()).toEqual(['Inter-Regular', 'Inter-SemiBold', ...more].sort());
    expect(fonts.filter(({ isSubset }) => !isSubset)).toEqual([]);
    expect((await extractXml(pdf)).xml).toBe(writeInvoiceXml(document));
    expect(takeMissing()).toEqual([]);
    expect(pdf.length).toBeLessThan(100_000);
  });

  it('without a font are replaced where their letters stand', async () => {
    const pdf = await render(nameCustomer({ company: 'Boom 💥 GmbH' }));
    expect(await readPdfText(pdf)).toContain('Boom □ GmbH');
    expect(takeMissing()).toEqual(['U+1F4A5']);
  });

  it('of 200 letters stay in their column and do not overlap', async () => {
    const document = nameCustomer({ company: '王'.repeat(200), name: 'محمد '.repeat(40), street: '서'.repeat(200) });
    const seller = DOCUMENT.seller && { ...DOCUMENT.seller, name: '株'.repeat(200), street: 'ש'.repeat(200) };
    const pages = await readPdfWords(await render({ ...document, seller }));
    const words = (pages[0] ?? []).filter(({ left, top }) => left < 300 && top < FOOTER_TOP);
    for (const { right, text } of words) expect(right, text).toBeLessThanOrEqual(340);
    const edge = (letter: string, side: 'top' | 'bottom') => {
      const places = words.filter(({ text }) => text.includes(letter)).map((word) => word[side]);
      return side === 'top' ? Math.min(...places) : Math.max(...places);
    };
    const order = ['株', 'ש', '王', 'محمد', '서', 'Description'];
    for (const [index, letter] of order.slice(1).entries()) {
      expect(edge(letter, 'top'), letter).toBeGreaterThan(edge(order[index] ?? '', 'bottom') - 3);
    }
  });
});

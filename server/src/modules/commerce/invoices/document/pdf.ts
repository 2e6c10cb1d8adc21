import { decimalsOf } from '#kernel/currency.ts';
import type { DocumentLine, InvoiceDocument } from './document.ts';
import { attachXml } from './factur-x.ts';
import { lastDayOf, writePercent } from './figures.ts';
import { type DocumentLook, drawFooters, drawHead } from './letterhead.ts';
import { finish, INK, measure, openSheet, PAGE, rule, type Sheet, write } from './sheet.ts';
import { writeInvoiceXml } from './xml.ts';

const COLUMNS = {
  description: { x: PAGE.left, width: 268 },
  quantity: { x: 332, width: 36 },
  price: { x: 374, width: 76 },
  amount: { x: 456, width: PAGE.right - 456 },
} as const;
const SMALL = 8.5;

type Amounts = (amount: number) => string;

/** Renders the invoice as PDF with the e-invoice attached. */
export async function renderInvoicePdf(document: InvoiceDocument, look: DocumentLook): Promise<Buffer> {
  const title = `${nameOf(document)} ${document.number}`;
  const sheet = openSheet(title, document.issued_on, look.creator);
  const amounts = formatIn(document.currency);
  let y = drawHead(sheet, document, nameOf(document), look);
  y = drawLines(sheet, document, amounts, y);
  y = drawTotals(sheet, document, amounts, keepTogether(sheet, y, 80));
  drawNotes(sheet, document, amounts, y + 24);
  drawFooters(sheet, document);
  const xml = writeInvoiceXml(document);
  if (xml !== undefined) attachXml(sheet, xml, document.issued_on);
  return finish(sheet);
}

function nameOf({ type }: InvoiceDocument): string {
  return type === 'credit_note' ? 'Credit note' : 'Invoice';
}

/** `1,234.50`, with a leading minus. The currency is shown with the totals. */
function formatIn(currency: string): Amounts {
  const digits = decimalsOf(currency);
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (amount) => format.format(amount / 10 ** digits);
}

function drawLines(sheet: Sheet, document: InvoiceDocument, amounts: Amounts, top: number): number {
  const { lines, currency, tax } = document;
  // If only some prices include tax, all are shown without it. At a rate of 0 both are equal.
  const gross = lines.every((line) => line.tax_included) && tax.rate > 0;
  let y = drawColumnHeads(sheet, top, currency, gross);
  for (const line of lines) {
    const { description, quantity, period } = line;
    const days = period.from === period.to ? period.from : `${period.from} to ${lastDayOf(period)}`;
    const { x, width } = COLUMNS.description;
    const height = measure(sheet, description, width) + measure(sheet, days, width, SMALL) + 14;
    if (y + height > PAGE.bottom) y = drawColumnHeads(sheet, newPage(sheet), currency, gross);
    const shown = gross ? { price: line.unit_price, amount: line.amount } : showNet(line, tax.rate);
    const below = write(sheet, description, x, y, { width });
    write(sheet, days, x, below, { width, size: SMALL, colour: INK.dim });
    write(sheet, String(quantity), COLUMNS.quantity.x, y, { ...COLUMNS.quantity, align: 'right' });
    if (shown.price !== undefined) {
      write(sheet, amounts(shown.price), COLUMNS.price.x, y, { ...COLUMNS.price, align: 'right' });
    }
    write(sheet, amounts(shown.amount), COLUMNS.amount.x, y, { ...COLUMNS.amount, align: 'right' });
    y += height;
    rule(sheet, y - 7);
  }
  return y;
}

/** Leaves the unit price out if the net amount does not divide into whole minor units. */
function showNet({ unit_price, amount, net_amount, quantity, tax_included }: DocumentLine, rate: number) {
  if (!tax_included || rate === 0) return { price: unit_price, amount };
  const price = net_amount / quantity;
  return { price: Number.isInteger(price) ? price : undefined, amount: net_amount };
}

function drawColumnHeads(sheet: Sheet, y: number, currency: string, gross: boolean): number {
  const style = { size: SMALL, colour: INK.dim };
  write(sheet, 'Description', COLUMNS.description.x, y, style);
  write(sheet, 'Quantity', COLUMNS.quantity.x - 10, y, {
    ...style,
    width: COLUMNS.quantity.width + 10,
    align: 'right',
  });
  write(sheet, 'Price', COLUMNS.price.x, y, { ...style, ...COLUMNS.price, align: 'right' });
  const amount = gross ? `${currency} incl. VAT` : currency;
  write(sheet, amount, COLUMNS.amount.x, y, { ...style, ...COLUMNS.amount, align: 'right' });
  rule(sheet, y + 16);
  return y + 24;
}

function drawTotals(sheet: Sheet, document: InvoiceDocument, amounts: Amounts, top: number): number {
  const { subtotal, tax, total, currency } = document;
  const rows: [label: string, amount: number][] = [
    ['Net amount', subtotal],
    [`VAT ${writePercent(tax.rate) || '0'} %`, tax.amount],
  ];
  let y = top + 4;
  for (const [label, amount] of rows) {
    write(sheet, label, COLUMNS.price.x - 60, y, { width: COLUMNS.price.width + 60, align: 'right', colour: INK.dim });
    y = write(sheet, amounts(amount), COLUMNS.amount.x, y, { ...COLUMNS.amount, align: 'right' }) + 3;
  }
  rule(sheet, y + 3, COLUMNS.price.x - 60);
  const style = { size: 12, weight: 'bold', align: 'right' } as const;
  write(sheet, `Total ${currency}`, COLUMNS.price.x - 60, y + 10, { ...style, width: COLUMNS.price.width + 60 });
  return write(sheet, amounts(total), COLUMNS.amount.x, y + 10, { ...style, ...COLUMNS.amount });
}

function drawNotes(sheet: Sheet, document: InvoiceDocument, amounts: Amounts, top: number): void {
  const notes = [
    document.reason && `Reason: ${document.reason}`,
    document.tax.sentence,
    writePaymentNote(document, amounts),
  ];
  let y = top;
  for (const note of notes) {
    if (!note) continue;
    y = keepTogether(sheet, y, measure(sheet, note, PAGE.right - PAGE.left));
    y = write(sheet, note, PAGE.left, y) + 8;
  }
}

function writePaymentNote(document: InvoiceDocument, amounts: Amounts): string | undefined {
  const { type, seller, total, currency, due_on, payment_reference, settlement } = document;
  if (type === 'credit_note' || total <= 0) return undefined;
  const credited = settlement.credited > 0 ? `${currency} ${amounts(settlement.credited)} was credited. ` : '';
  if (settlement.paid_on !== null) return `Paid on ${settlement.paid_on}. ${credited}No amount is due.`;
  if (settlement.due <= 0) return `${credited}No amount is due.`;
  const where = seller?.iban ? ` to ${seller.iban}${seller.bic ? ` (${seller.bic})` : ''}` : '';
  const request = `Please pay ${currency} ${amounts(settlement.due)} by ${due_on}${where} with the reference ${payment_reference}.`;
  const settled = total - settlement.due;
  return settled > 0 ? `${request} ${currency} ${amounts(settled)} is already paid or credited.` : request;
}

function keepTogether(sheet: Sheet, y: number, height: number): number {
  return y + height > PAGE.bottom ? newPage(sheet) : y;
}

function newPage(sheet: Sheet): number {
  sheet.addPage();
  return PAGE.top;
}

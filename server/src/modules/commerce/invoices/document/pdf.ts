import { decimalsOf } from '#kernel/currency.ts';
import { type Say, say as speak } from '#kernel/texts/say.ts';
import { sayTaxNote } from '../../tax/index.ts';
import { sayReason } from '../say-reason.ts';
import type { DocumentLine, InvoiceDocument } from './document.ts';
import { attachXml } from './factur-x.ts';
import { lastDayOf } from './figures.ts';
import { type DocumentLook, drawFooters, drawHead } from './letterhead.ts';
import { finish, INK, measure, openSheet, PAGE, rule, type Sheet, write } from './sheet.ts';
import { texts } from './texts.ts';
import { writeInvoiceXml } from './xml.ts';

const COLUMNS = {
  description: { x: PAGE.left, width: 268 },
  quantity: { x: 332, width: 36 },
  price: { x: 374, width: 76 },
  amount: { x: 456, width: PAGE.right - 456 },
} as const;
const SMALL = 8.5;

/** Writes in the language of the document. */
interface Words {
  readonly say: Say;
  readonly amounts: (amount: number) => string;
}

/** Renders the invoice as PDF with the e-invoice attached. */
export async function renderInvoicePdf(document: InvoiceDocument, look: DocumentLook): Promise<Buffer> {
  const say = speak(document.language);
  const name = say(document.type === 'credit_note' ? texts.creditNote : texts.invoice);
  const sheet = openSheet(`${name} ${document.number}`, document.issued_on, look.creator, say.language);
  const words: Words = { say, amounts: formatIn(document.currency, say) };
  let y = drawHead(sheet, document, { name, say }, look);
  y = drawLines(sheet, document, words, y);
  y = drawTotals(sheet, document, words, keepTogether(sheet, y, 80));
  drawNotes(sheet, document, words, y + 24);
  drawFooters(sheet, document, say);
  const xml = writeInvoiceXml(document);
  if (xml !== undefined) attachXml(sheet, xml, document.issued_on);
  return finish(sheet);
}

/** `1,234.50`, with a leading minus. The currency is shown with the totals. */
function formatIn(currency: string, { language }: Say): Words['amounts'] {
  const digits = decimalsOf(currency);
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (amount) => format.format(amount / 10 ** digits);
}

function drawLines(sheet: Sheet, document: InvoiceDocument, { say, amounts }: Words, top: number): number {
  const { lines, currency, tax } = document;
  // If only some prices include tax, all are shown without it. At a rate of 0 both are equal.
  const gross = lines.every((line) => line.tax_included) && tax.rate > 0;
  const amountHead = gross ? say(texts.withTax, { currency }) : currency;
  let y = drawColumnHeads(sheet, top, amountHead, say);
  for (const line of lines) {
    const { description, quantity, period } = line;
    const days = sayPeriod(period, say);
    const { x, width } = COLUMNS.description;
    const height = measure(sheet, description, width) + measure(sheet, days, width, SMALL) + 14;
    if (y + height > PAGE.bottom) y = drawColumnHeads(sheet, newPage(sheet), amountHead, say);
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

function sayPeriod(period: DocumentLine['period'], say: Say): string {
  const from = say.day(period.from);
  if (period.from === period.to) return say(texts.onDay, { day: from });
  return say(texts.period, { from, to: say.day(lastDayOf(period)) });
}

/** Leaves the unit price out if the net amount does not divide into whole minor units. */
function showNet({ unit_price, amount, net_amount, quantity, tax_included }: DocumentLine, rate: number) {
  if (!tax_included || rate === 0) return { price: unit_price, amount };
  const price = net_amount / quantity;
  return { price: Number.isInteger(price) ? price : undefined, amount: net_amount };
}

function drawColumnHeads(sheet: Sheet, y: number, amount: string, say: Say): number {
  const style = { size: SMALL, colour: INK.dim };
  write(sheet, say(texts.description), COLUMNS.description.x, y, style);
  write(sheet, say(texts.quantity), COLUMNS.quantity.x - 10, y, {
    ...style,
    width: COLUMNS.quantity.width + 10,
    align: 'right',
  });
  write(sheet, say(texts.price), COLUMNS.price.x, y, { ...style, ...COLUMNS.price, align: 'right' });
  write(sheet, amount, COLUMNS.amount.x, y, { ...style, ...COLUMNS.amount, align: 'right' });
  rule(sheet, y + 16);
  return y + 24;
}

function drawTotals(sheet: Sheet, document: InvoiceDocument, { say, amounts }: Words, top: number): number {
  const { subtotal, tax, total, currency } = document;
  const rows: [label: string, amount: number][] = [
    [say(texts.net), subtotal],
    [say(texts.tax, { rate: say.number(tax.rate / 100) }), tax.amount],
  ];
  let y = top + 4;
  for (const [label, amount] of rows) {
    write(sheet, label, COLUMNS.price.x - 60, y, { width: COLUMNS.price.width + 60, align: 'right', colour: INK.dim });
    y = write(sheet, amounts(amount), COLUMNS.amount.x, y, { ...COLUMNS.amount, align: 'right' }) + 3;
  }
  rule(sheet, y + 3, COLUMNS.price.x - 60);
  const style = { size: 12, weight: 'bold', align: 'right' } as const;
  write(sheet, say(texts.total, { currency }), COLUMNS.price.x - 60, y + 10, {
    ...style,
    width: COLUMNS.price.width + 60,
  });
  return write(sheet, amounts(total), COLUMNS.amount.x, y + 10, { ...style, ...COLUMNS.amount });
}

function drawNotes(sheet: Sheet, document: InvoiceDocument, words: Words, top: number): void {
  const notes = [
    document.reason && words.say(texts.reason, { reason: sayReason(document.reason, words.say) }),
    document.tax.sentence && sayTaxNote(document.tax.sentence, words.say),
    writePaymentNote(document, words),
  ];
  let y = top;
  for (const note of notes) {
    if (!note) continue;
    y = keepTogether(sheet, y, measure(sheet, note, PAGE.right - PAGE.left));
    y = write(sheet, note, PAGE.left, y) + 8;
  }
}

function writePaymentNote(document: InvoiceDocument, { say, amounts }: Words): string | undefined {
  const { type, seller, total, currency, due_on, payment_reference: reference, settlement } = document;
  if (type === 'credit_note' || total <= 0) return undefined;
  const money = (amount: number) => say(texts.amount, { currency, figure: amounts(amount) });
  if (settlement.due <= 0 || settlement.paid_on !== null) {
    const notes = [
      settlement.paid_on !== null && say(texts.paidOn, { day: say.day(settlement.paid_on) }),
      settlement.credited > 0 && say(texts.credited, { amount: money(settlement.credited) }),
      say(texts.nothingDue),
    ];
    return notes.filter(Boolean).join(' ');
  }
  const order = { amount: money(settlement.due), day: say.day(due_on), reference };
  const account = seller?.iban && `${seller.iban}${seller.bic ? ` (${seller.bic})` : ''}`;
  const request = account ? say(texts.payTo, { ...order, account }) : say(texts.pay, order);
  const settled = total - settlement.due;
  return settled > 0 ? `${request} ${say(texts.settled, { amount: money(settled) })}` : request;
}

function keepTogether(sheet: Sheet, y: number, height: number): number {
  return y + height > PAGE.bottom ? newPage(sheet) : y;
}

function newPage(sheet: Sheet): number {
  sheet.addPage();
  return PAGE.top;
}

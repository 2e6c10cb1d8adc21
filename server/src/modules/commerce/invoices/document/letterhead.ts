import type { Say } from '#kernel/texts/say.ts';
import { writeCity } from '../../../../../../packages/addresses/src/address.ts';
import type { InvoiceDocument } from './document.ts';
import { INK, PAGE, rule, type Sheet, write } from './sheet.ts';
import { splitGraphemes } from './text/faces.ts';
import { texts } from './texts.ts';

const FACTS = { label: 350, value: 440 } as const;
const SMALL = 8.5;
const FOOTER_TOP = 772;

/** Where the buyer and the facts begin. */
const ADDRESS_TOP = 140;
/** Least distance between the seller and the buyer. */
const ADDRESS_GAP = 16;
/** Longest name in the footer, which has five lines. */
const FOOTER_NAME = 100;
/** Largest size of the logo, in points. */
const LOGO = { width: 200, height: 32, gap: 8 } as const;

/** Appearance of documents. */
export interface DocumentLook {
  /** The program in the properties of the file. */
  readonly creator: string;
  /** PNG file as base64, drawn above the seller. */
  readonly logo?: string | undefined;
}

/** Draws seller, buyer and document data. Returns where the lines may begin. */
export function drawHead(
  sheet: Sheet,
  document: InvoiceDocument,
  { name, say }: { readonly name: string; readonly say: Say },
  look: DocumentLook,
): number {
  const { seller, customer } = document;
  const top = look.logo === undefined ? PAGE.top : drawLogo(sheet, look.logo);
  write(sheet, seller?.name ?? '', PAGE.left, top, { size: 12, weight: 'bold', width: 280 });
  if (seller) {
    const address = [seller.street, writeCity(seller), seller.country].filter(Boolean).join(', ');
    write(sheet, address, PAGE.left, sheet.y + 2, { size: SMALL, colour: INK.dim, width: 280 });
  }
  const y = Math.max(ADDRESS_TOP, sheet.y + ADDRESS_GAP);
  const lines = customer
    ? [customer.company, customer.name, customer.street, writeCity(customer), customer.country]
    : [];
  let below = y;
  for (const line of lines) if (line) below = write(sheet, line, PAGE.left, below, { width: 270 });
  if (customer?.vat_id) {
    const vatId = say(texts.vatId, { id: customer.vat_id });
    below = write(sheet, vatId, PAGE.left, below + 4, { size: SMALL, colour: INK.dim, width: 270 });
  }
  write(sheet, name, FACTS.label, PAGE.top - 3, { size: 18, weight: 'bold' });
  const facts = drawFacts(sheet, document, say, y);
  return Math.max(below, facts) + 36;
}

/** Draws the logo so that the seller below it stays above the address. Returns where the seller begins. */
function drawLogo(sheet: Sheet, content: string): number {
  const { width, height, gap } = LOGO;
  const top = PAGE.top - height / 2;
  sheet.image(Buffer.from(content, 'base64'), PAGE.left, top, { fit: [width, height] });
  return top + height + gap;
}

function drawFacts(sheet: Sheet, document: InvoiceDocument, say: Say, top: number): number {
  const { type, corrects, settlement } = document;
  const facts: [label: string, value: string | undefined][] = [
    [say(texts.number, { type }), document.number],
    [say(texts.date), say.day(document.issued_on)],
    [say(texts.due), settlement.due > 0 ? say.day(document.due_on) : undefined],
    [say(texts.paid), settlement.paid_on === null ? undefined : say.day(settlement.paid_on)],
    [say(texts.corrects), corrects ? sayCorrected(corrects, say) : undefined],
  ];
  let y = top;
  for (const [label, value] of facts) {
    if (value === undefined) continue;
    write(sheet, label, FACTS.label, y, { colour: INK.dim });
    y = write(sheet, value, FACTS.value, y) + 2;
  }
  return y;
}

function sayCorrected({ number, issued_on }: NonNullable<InvoiceDocument['corrects']>, say: Say): string {
  return say(texts.correctsInvoice, { number, day: say.day(issued_on) });
}

/** Draws the footer of every page, once the number of pages is known. */
export function drawFooters(sheet: Sheet, { seller, number }: InvoiceDocument, say: Say): void {
  const { start, count } = sheet.bufferedPageRange();
  const about = [
    seller && shorten(seller.name),
    seller?.vat_id && say(texts.vatId, { id: seller.vat_id }),
    seller?.tax_number && say(texts.taxNumber, { number: seller.tax_number }),
    seller?.iban && `IBAN ${seller.iban}`,
    seller?.bic && `BIC ${seller.bic}`,
    seller?.email,
  ];
  for (let page = 0; page < count; page++) {
    sheet.switchToPage(start + page);
    rule(sheet, FOOTER_TOP);
    const style = { size: 7.5, colour: INK.dim };
    write(sheet, about.filter(Boolean).join('  ·  '), PAGE.left, FOOTER_TOP + 8, { ...style, width: 350 });
    const pages = say(texts.page, { number, page: page + 1, pages: count });
    write(sheet, pages, 420, FOOTER_TOP + 8, { ...style, width: PAGE.right - 420, align: 'right' });
  }
}

function shorten(name: string): string {
  const letters = splitGraphemes(name);
  return letters.length > FOOTER_NAME ? `${letters.slice(0, FOOTER_NAME).join('')}…` : name;
}

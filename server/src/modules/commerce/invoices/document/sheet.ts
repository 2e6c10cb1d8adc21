import PDFDocument from 'pdfkit';
import { readFont, WEIGHTS, type Weight } from './fonts.ts';
import { drawBlock, heightOf, LINE_GAP, layOut } from './text/block.ts';

/** A4 in points, and the bounds of its text. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 56, bottom: 756 } as const;
export const INK = { text: '#16181d', dim: '#5b6270', line: '#d9dce3' } as const;

export type Sheet = PDFKit.PDFDocument;

interface TextOptions {
  readonly size?: number;
  readonly weight?: Weight;
  readonly colour?: string;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** Opens an empty PDF/A-3 document with embedded fonts. Earlier pages stay accessible until the end. */
export function openSheet(title: string, createdOn: string, creator: string, language: string): Sheet {
  const sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    // The type declarations lack some subsets.
    subset: 'PDF/A-3b' as 'PDF/A-3',
    lang: language,
    displayTitle: true,
    bufferPages: true,
    font: '',
    info: { Title: title, Creator: creator, Producer: creator, CreationDate: new Date(`${createdOn}T00:00:00Z`) },
  });
  for (const weight of WEIGHTS) sheet.registerFont(weight, readFont(weight));
  return sheet;
}

/** Draws text and returns where the next line begins. */
export function write(sheet: Sheet, raw: string, x: number, y: number, options: TextOptions = {}): number {
  const { size = 9.5, weight = 'regular', colour = INK.text, width = PAGE.right - x, align = 'left' } = options;
  const place = { size, weight, width, align };
  const text = layOut(sheet, raw, place);
  sheet.font(weight).fontSize(size).fillColor(colour);
  if (typeof text === 'string') sheet.text(text, x, y, { width, align, lineGap: LINE_GAP });
  else drawBlock(sheet, text, x, y, place);
  return sheet.y;
}

export function measure(sheet: Sheet, raw: string, width: number, size = 9.5): number {
  const place = { size, weight: 'regular', width } as const;
  const text = layOut(sheet, raw, place);
  if (typeof text !== 'string') return heightOf(sheet, text, place);
  return sheet.font('regular').fontSize(size).heightOfString(text, { width, lineGap: LINE_GAP });
}

export function rule(sheet: Sheet, y: number, from: number = PAGE.left, to: number = PAGE.right): void {
  sheet.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(INK.line).stroke();
}

/** Returns the finished file. */
export async function finish(sheet: Sheet): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    sheet.on('data', (chunk: Buffer) => chunks.push(chunk));
    sheet.on('end', resolve);
    sheet.on('error', reject);
  });
  sheet.end();
  await ended;
  return Buffer.concat(chunks);
}

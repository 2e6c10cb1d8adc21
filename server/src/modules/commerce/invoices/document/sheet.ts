import PDFDocument from 'pdfkit';
import { readFont, WEIGHTS, type Weight } from './fonts.ts';

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
export function openSheet(title: string, createdOn: string, creator: string): Sheet {
  const sheet = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    // The type declarations lack some subsets.
    subset: 'PDF/A-3b' as 'PDF/A-3',
    lang: 'en',
    displayTitle: true,
    bufferPages: true,
    font: '',
    info: { Title: title, Creator: creator, Producer: creator, CreationDate: new Date(`${createdOn}T00:00:00Z`) },
  });
  for (const weight of WEIGHTS) sheet.registerFont(weight, readFont(weight));
  return sheet;
}

/** Draws text and returns where the next line begins. */
export function write(sheet: Sheet, text: string, x: number, y: number, options: TextOptions = {}): number {
  const { size = 9.5, weight = 'regular', colour = INK.text, width = PAGE.right - x, align = 'left' } = options;
  sheet.font(weight).fontSize(size).fillColor(colour);
  sheet.text(text, x, y, { width, align, lineGap: 2 });
  return sheet.y;
}

export function measure(sheet: Sheet, text: string, width: number, size = 9.5): number {
  return sheet.font('regular').fontSize(size).heightOfString(text, { width, lineGap: 2 });
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

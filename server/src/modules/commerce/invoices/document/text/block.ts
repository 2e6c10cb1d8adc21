import { type Face, readFont, type Weight } from '../fonts.ts';
import { clean } from './clean.ts';
import { findFaces, isPlain, openFont } from './faces.ts';
import { breakLines } from './lines.ts';
import { findLevels, orderRuns, type Run } from './runs.ts';

type Sheet = PDFKit.PDFDocument;

interface Place {
  readonly width: number;
  readonly size: number;
  readonly weight: Weight;
}

/** Makes a document of the library lay every run out as a whole, with what its font requires. */
const WHOLE: { features: PDFKit.Mixins.OpenTypeFeatures[] } = { features: [] };
const registered = new WeakMap<Sheet, Set<Face>>();
/** Points between two lines. */
export const LINE_GAP = 2;

/** Lines of runs, from left to right as they are drawn. */
export type Block = readonly (readonly Run[])[];

/** Returns the lines of a text in several fonts or directions; text in one font is left to the library. */
export function layOut(sheet: Sheet, raw: string, { width, size, weight }: Place): Block | string {
  if (isPlain(raw)) return raw;
  const cleaned = clean(raw);
  if (isPlain(cleaned)) return cleaned;
  const faced = findFaces(cleaned, weight);
  const levels = findLevels(faced.text);
  const runsOf = (start: number, end: number) => orderRuns(faced, levels, start, end);
  sheet.fontSize(size);
  const lines = breakLines(faced.text, width, (start, end) => measureRuns(sheet, runsOf(start, end)));
  return lines.map(([start, end]) => runsOf(start, end));
}

export function heightOf(sheet: Sheet, block: Block, { size, weight }: Place): number {
  return block.length * (sheet.font(weight).fontSize(size).currentLineHeight(true) + LINE_GAP);
}

/** Draws the lines and leaves `sheet.y` below them. */
export function drawBlock(sheet: Sheet, block: Block, x: number, top: number, place: Place & { align: string }): void {
  const { width, size, weight, align } = place;
  const { ascent, unitsPerEm } = openFont(weight);
  const height = heightOf(sheet, block, place);
  for (const [index, runs] of block.entries()) {
    const baseline = top + (height / block.length) * index + (ascent / unitsPerEm) * size;
    let left = align === 'right' ? x + width - measureRuns(sheet, runs) : x;
    for (const { text, face } of runs) {
      use(sheet, face).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...WHOLE });
      left += sheet.widthOfString(text, WHOLE);
    }
  }
  sheet.y = top + height;
}

function measureRuns(sheet: Sheet, runs: readonly Run[]): number {
  return runs.reduce((width, { text, face }) => width + use(sheet, face).widthOfString(text, WHOLE), 0);
}

/** Chooses a font. A document gets it with the first run that needs it. */
function use(sheet: Sheet, face: Face): Sheet {
  const faces = registered.get(sheet) ?? new Set();
  if (!faces.has(face)) {
    sheet.registerFont(face, readFont(face));
    registered.set(sheet, faces.add(face));
  }
  return sheet.font(face);
}

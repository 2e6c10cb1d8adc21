import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export type Weight = 'regular' | 'bold';
/** A font of one weight: two for Latin, Greek and Cyrillic, and one for each other group of scripts. */
export type Face =
  | Weight
  | 'arabic'
  | 'armenian'
  | 'chinese'
  | 'devanagari'
  | 'georgian'
  | 'hebrew'
  | 'korean'
  | 'thai';

interface FontFile {
  /** The package, and a file in it. */
  readonly from: string;
  readonly file: string;
  /** The letters take their places by the tables of the font. */
  readonly shaped?: boolean;
}

/** The npm package of every font, and its file. The Debian package contains no other file of these packages. */
export const FONT_FILES: Readonly<Record<Face, FontFile>> = {
  regular: { from: '@expo-google-fonts/inter', file: '400Regular/Inter_400Regular.ttf' },
  bold: { from: '@expo-google-fonts/inter', file: '600SemiBold/Inter_600SemiBold.ttf' },
  arabic: { from: '@embedpdf/fonts-arabic', file: 'fonts/NotoNaskhArabic-Regular.ttf', shaped: true },
  armenian: {
    from: '@expo-google-fonts/noto-sans-armenian',
    file: '400Regular/NotoSansArmenian_400Regular.ttf',
  },
  chinese: { from: '@embedpdf/fonts-sc', file: 'fonts/NotoSansHans-Regular.otf' },
  devanagari: {
    from: '@expo-google-fonts/noto-sans-devanagari',
    file: '400Regular/NotoSansDevanagari_400Regular.ttf',
    shaped: true,
  },
  georgian: {
    from: '@expo-google-fonts/noto-sans-georgian',
    file: '400Regular/NotoSansGeorgian_400Regular.ttf',
  },
  hebrew: { from: '@embedpdf/fonts-hebrew', file: 'fonts/NotoSansHebrew-Regular.ttf', shaped: true },
  korean: { from: '@embedpdf/fonts-kr', file: 'fonts/NotoSansKR-Regular.otf' },
  thai: {
    from: '@expo-google-fonts/noto-sans-thai',
    file: '400Regular/NotoSansThai_400Regular.ttf',
    shaped: true,
  },
};
/**
 * Tables for ligatures, contextual forms and kerning. They cost nine tenths of the rendering time, and figures align
 * better without them.
 */
const FANCY = new Set(['GSUB', 'GPOS', 'GDEF']);
const HEAD_BYTES = 12;
const ENTRY_BYTES = 16;

export const WEIGHTS: readonly Weight[] = ['regular', 'bold'];
const { resolve } = createRequire(import.meta.url);
const fonts = new Map<Face, Buffer>();

/** Read with the first document that needs it, because most processes never make one. */
export function readFont(face: Face): Buffer {
  let font = fonts.get(face);
  if (!font) {
    const { from, file, shaped } = FONT_FILES[face];
    font = readFileSync(locate(from, file));
    if (!shaped) leaveOut(FANCY, font);
    fonts.set(face, font);
  }
  return font;
}

/** Some packages export only their main file, and no manifest. */
function locate(name: string, file: string): string {
  const main = resolve(name);
  const end = main.lastIndexOf(name) + name.length;
  return join(main.slice(0, end), file);
}

/** Removes tables from the directory at the start of a font file. Unlisted tables do not exist. */
function leaveOut(names: ReadonlySet<string>, font: Buffer): void {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const start = HEAD_BYTES + index * ENTRY_BYTES;
    return Buffer.from(font.subarray(start, start + ENTRY_BYTES));
  });
  const kept = entries.filter((entry) => !names.has(entry.toString('latin1', 0, 4)));
  font.writeUInt16BE(kept.length, 4);
  for (const [index, entry] of kept.entries()) entry.copy(font, HEAD_BYTES + index * ENTRY_BYTES);
}

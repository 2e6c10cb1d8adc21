import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSheet } from '../sheet.ts';
import { type Block, layOut } from './block.ts';
import { clean } from './clean.ts';
import { findFaces, isPlain, openFont, splitGraphemes, takeMissing } from './faces.ts';
import { findLevels, orderRuns } from './runs.ts';

const WIDTH = 120;
const place = { width: WIDTH, size: 9.5, weight: 'regular' } as const;

function makeSheet() {
  return openSheet('Test', '2026-02-15', 'Example', 'en').addPage();
}

/** Returns the letters of a line in the order of the paper, run by run. */
function orderLine(text: string): string[] {
  const faced = findFaces(text, 'regular');
  const runs = orderRuns(faced, findLevels(faced.text), 0, faced.text.length);
  return runs.map(({ face, text: each }) => {
    const glyphs = openFont(face)
      .layout(each, [])
      .glyphs.flatMap(({ codePoints }) => codePoints);
    return String.fromCodePoint(...glyphs);
  });
}

describe('the fonts of a text', () => {
  it.each(['regular', 'bold'] as const)('include every common character in %s', (weight) => {
    const font = openFont(weight);
    const common = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).filter(isPlain);
    const lacking = common.filter((each) => each !== '\n' && !font.hasGlyphForCodePoint(each.codePointAt(0) ?? 0));
    expect(common.length).toBeGreaterThan(800);
    expect(lacking).toEqual([]);
  });

  it.each(['Ada Łukasz', 'Ελληνική Εταιρεία', 'ООО «Ромашка»', 'Nguyễn Thị Ánh', 'EUR 5 – 7 €'])(
    'are one font for %s',
    (text) => {
      expect(isPlain(text)).toBe(true);
    },
  );

  it.each([
    ['北京市有限公司', 'chinese'],
    ['臺灣積體電路', 'chinese'],
    ['株式会社ひらがなカタカナー。', 'chinese'],
    ['주식회사한국', 'korean'],
    ['شركة', 'arabic'],
    ['می‌شود', 'arabic'],
    ['חברת', 'hebrew'],
    ['कंपनी', 'devanagari'],
    ['บริษัท', 'thai'],
    ['Հայաստան', 'armenian'],
    ['საქართველო', 'georgian'],
  ])('are one font of their script for %s', (text, face) => {
    takeMissing();
    const faced = findFaces(clean(text), 'bold');
    expect([...new Set(faced.faces)]).toEqual([face]);
    expect(takeMissing()).toEqual([]);
  });

  it('replace and report each character that no font has', () => {
    takeMissing();
    expect(findFaces(clean('a💥b👩‍👩‍👧ꦲ\ud800'), 'regular').text).toBe('a□b□□□□□');
    expect(takeMissing()).toEqual(['U+1F4A5', 'U+1F469', 'U+1F467', 'U+A9B2', 'U+FFFD']);
  });
});

describe('the order of a line', () => {
  it.each([
    ['שלום', ['םולש']],
    ['VPS (שרת) 12', ['VPS (', 'תרש', ') ', '12']],
    ['שרת 12 (VPS)', ['(', 'VPS', ') ', '12', ' ', 'תרש']],
    ['حي ١٢٣', ['١٢٣', ' ', 'يح']],
    ['می ۱۲۳', ['۱۲۳', ' ', 'یم']],
  ])('follows the letters of %s', (text, runs) => {
    expect(orderLine(text)).toEqual(runs);
  });

  it('does not follow characters that turn the direction', () => {
    expect(clean('a\u202eb\u2066c\u200fd\u00ad\ufeff\ufe0f')).toBe('abcd');
  });
});

describe('hostile text', () => {
  it.each([
    ['a thousand marks', `x${'\u0316'.repeat(1000)}`, 5],
    ['marks with joiners between them', `x${`${'\u0316'.repeat(4)}\u200d`.repeat(40)}`, 5],
    ['marks with joiners in a script that joins', `م${`${'\u0654'.repeat(4)}\u200c`.repeat(40)}`, 5],
    ['marks with soft hyphens between them', `x${`${'\u0316'.repeat(4)}\u00ad`.repeat(40)}`, 5],
    ['a thousand joiners', `a${'\u200d'.repeat(1000)}b`, 2],
    ['a thousand joiners between letters that join', `م${'\u200c'.repeat(1000)}م`, 3],
  ])('of %s becomes short', (_, text, length) => {
    expect(clean(text).length).toBe(length);
  });

  it('has lines within their column, and every letter', () => {
    const sheet = makeSheet();
    const piece = fc.constantFrom(
      ...['شركة ', 'שרת', '漢字', 'カ。', '한국', 'wordword', ' ', '(', ')', '12', '\n', '\u202e', '\u200d', '\u0301'],
      ...['💥', 'कं', 'กำ', '-', '،', '\ud83d', '\u0000', 'ﷺ'],
    );
    const texts = fc.array(piece, { minLength: 1, maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, (raw) => {
        const block = layOut(sheet, raw, place);
        if (typeof block === 'string') return;
        for (const runs of block) expect(widthOf(runs)).toBeLessThanOrEqual(WIDTH + 0.01);
        expect(lettersOf(block.flatMap((runs) => runs.map(({ text }) => text)).join(''))).toEqual(
          lettersOf(findFaces(clean(raw), 'regular').text),
        );
      }),
      { numRuns: 150 },
    );

    function widthOf(runs: Block[number]): number {
      return runs.reduce((sum, { text, face }) => {
        const font = openFont(face);
        return sum + (font.layout(text, []).advanceWidth / font.unitsPerEm) * place.size;
      }, 0);
    }
  });

  it('of 200 letters without a space is broken between its letters', () => {
    const sheet = makeSheet();
    for (const letter of ['漢', '한', 'ا', 'ש', 'ก', 'क', '💥']) {
      const block = layOut(sheet, letter.repeat(200), place) as Block;
      expect(block.length, letter).toBeGreaterThan(3);
      expect(splitGraphemes(block.flatMap((runs) => runs.map(({ text }) => text)).join('')).length).toBe(200);
    }
  });
});

/** Without spaces, which may be dropped at the end of a line; brackets are mirrored. */
function lettersOf(text: string): string[] {
  return [...text.replace(/\s/g, '').replaceAll(')', '(')].sort();
}

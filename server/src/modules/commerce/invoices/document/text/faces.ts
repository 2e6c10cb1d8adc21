import { create, type Font } from 'fontkit';
import { type Face, readFont, type Weight } from '../fonts.ts';

/** Drawn for a character that no font has. */
const REPLACEMENT = '□';
/** Characters that the fonts for Latin certainly have. Most texts consist of them, and need no look into a font. */
const COMMON = /^[\n -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u2010-\u2027\u20ac]*$/;
/** Characters with a shape of their own, in text from left to right. */
const SIMPLE = /^[\n\p{L}\p{N}\p{P}\p{S}\p{Zs}]$/u;
const JOINERS = /[\u200c\u200d]/g;

/** The first pattern that has the character decides. */
const SCRIPTS: readonly [characters: RegExp, face: Face][] = [
  [/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\u3000-\u303f\uff00-\uff9f\uffe0-\uffef]/u, 'chinese'],
  [/\p{scx=Hangul}/u, 'korean'],
  [/\p{scx=Arabic}/u, 'arabic'],
  [/\p{scx=Hebrew}/u, 'hebrew'],
  [/\p{scx=Devanagari}/u, 'devanagari'],
  [/\p{scx=Thai}/u, 'thai'],
  [/\p{scx=Georgian}/u, 'georgian'],
  [/\p{scx=Armenian}/u, 'armenian'],
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const opened = new Map<Face, Font>();
const missing = new Set<string>();

/** Text with the font of every UTF-16 unit. */
export interface FacedText {
  readonly text: string;
  readonly faces: readonly Face[];
}

export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Returns whether one font has every character, and the order of the characters is the order on paper. */
export function isPlain(text: string): boolean {
  if (COMMON.test(text)) return true;
  for (const character of text) if (!SIMPLE.test(character) || !has('regular', character)) return false;
  return true;
}

/** Finds the font for every character. A character that no font has is replaced and noted. */
export function findFaces(text: string, weight: Weight): FacedText {
  const faces: Face[] = [];
  let found = '';
  for (const grapheme of splitGraphemes(text)) {
    const part = findFace(grapheme, weight);
    found += part.text;
    for (let unit = 0; unit < part.text.length; unit++) faces.push(part.face);
  }
  return { text: found, faces };
}

/** Returns the characters without a font since the last call, such as `U+1F4A5`. */
export function takeMissing(): string[] {
  const taken = [...missing];
  missing.clear();
  return taken;
}

export function openFont(face: Face): Font {
  let font = opened.get(face);
  if (!font) {
    font = create(readFont(face));
    opened.set(face, font);
  }
  return font;
}

function findFace(grapheme: string, weight: Weight): { text: string; face: Face } {
  if (grapheme === '\n' || has(weight, grapheme)) return { text: grapheme, face: weight };
  const face = SCRIPTS.find(([characters]) => characters.test(grapheme))?.[1];
  if (face && has(face, grapheme)) return { text: grapheme, face };
  for (const character of grapheme) {
    if (!has(face ?? weight, character)) missing.add(nameOf(character));
  }
  // The letter without the marks that its font lacks.
  const [letter = REPLACEMENT] = grapheme;
  if (letter !== grapheme && face && has(face, letter)) return { text: letter, face };
  return { text: letter !== grapheme && has(weight, letter) ? letter : REPLACEMENT, face: weight };
}

function has(face: Face, text: string): boolean {
  const font = openFont(face);
  for (const character of text.replace(JOINERS, '')) {
    if (!font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

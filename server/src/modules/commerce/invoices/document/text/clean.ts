/** A letter of a script in which a joiner changes the shape of its neighbour. */
const JOINED = '[\\p{scx=Arabic}\\p{scx=Devanagari}]\\p{M}*';
const LOST_JOINER = new RegExp(`(?<!${JOINED})[\\u200c\\u200d]+|[\\u200c\\u200d]+(?!${JOINED})`, 'gu');
/** Invisible characters. They include those that turn the direction of the text around them. */
const INVISIBLE = /[[\p{Cf}\p{Variation_Selector}]--[\u200c\u200d]]/gv;
const JOINER_BETWEEN_MARKS = /(?<=\p{M})[\u200c\u200d]+(?=\p{M})/gu;
const MARKS_PER_LETTER = 4;
const MANY_MARKS = new RegExp(`(\\p{M}{${MARKS_PER_LETTER}})\\p{M}+`, 'gu');

/**
 * Returns the text without characters that have no shape of their own, in composed form, and with a few marks on each
 * letter. The direction of the text follows from its letters alone. Characters that are dropped go first: between marks
 * they would hide them from the count.
 */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(JOINER_BETWEEN_MARKS, '')
    .replace(MANY_MARKS, '$1')
    .normalize('NFC')
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/([\u200c\u200d])+/g, '$1')
    .replace(LOST_JOINER, '');
}

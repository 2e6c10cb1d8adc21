import type { Say } from '#kernel/texts/say.ts';
import { reasons } from './texts.ts';

const standard = new Map<string, (typeof reasons)[keyof typeof reasons]>(
  Object.values(reasons).map((text) => [text.template, text]),
);

/** Translates the reason of a credit note. The words of staff stay as they are. */
export function sayReason(reason: string, say: Say): string {
  const text = standard.get(reason);
  return text ? say(text) : reason;
}

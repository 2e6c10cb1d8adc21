import { expect, it } from 'vitest';
import { darkTintOf, shadesOf } from './accent.ts';

const SURFACES = ['#282e39', '#1e232c', '#171b22', '#101319'];

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Colours that the server accepts; the first ones have hardly enough contrast with white. */
it.each(['#767676', '#008758', '#e60000', '#0070e0', '#b000ff', '#a16600', '#1a6b54', '#000000'])(
  'text in shades of %s is readable',
  (accent) => {
    const shades = shadesOf(accent);
    expect(shades).toHaveLength(10);
    expect(shades[8]).toBe(accent);
    expect(contrast(accent, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['#ffffff', '#f7f8fa', '#f2f4f8', shades[0] ?? '']) {
      expect([ground, contrast(shades[9] ?? '', ground)]).toEqual([ground, expect.toSatisfy((ratio) => ratio >= 4.5)]);
    }
    for (const ground of [...SURFACES, darkTintOf(accent)]) {
      expect([ground, contrast(shades[3] ?? '', ground)]).toEqual([ground, expect.toSatisfy((ratio) => ratio >= 4.5)]);
    }
  },
);

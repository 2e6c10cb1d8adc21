import type { MantineColorsTuple } from '@mantine/core';

type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The surface of the dark scheme. */
const DARK: Rgb = [0x17, 0x1b, 0x22];

/**
 * Returns the shades of a colour like `#1a6b54` from light to dark. The colour itself is shade 8, that of buttons.
 * Shade 9 is text in the light scheme, shade 3 in the dark one.
 */
export function shadesOf(colour: string): MantineColorsTuple {
  const lighter = (share: number) => mix(colour, WHITE, share);
  return [
    lighter(0.92),
    lighter(0.84),
    lighter(0.72),
    lighter(0.62),
    lighter(0.5),
    lighter(0.38),
    lighter(0.25),
    lighter(0.12),
    colour,
    mix(colour, BLACK, 0.22),
  ];
}

/** Returns the background of chosen elements in the dark scheme. */
export function darkTintOf(colour: string): string {
  return mix(colour, DARK, 0.8);
}

/** Returns the colour with a share of another one. */
function mix(colour: string, other: Rgb, share: number): string {
  const channels = other.map((value, index) => {
    const own = Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
    return Math.round(own * (1 - share) + value * share);
  });
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

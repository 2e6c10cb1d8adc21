import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';
import { darkTintOf, shadesOf } from './accent.ts';
import { brand } from './brand.ts';

/** Accent without a setting. */
const INDIGO: MantineColorsTuple = [
  '#eef1fd',
  '#dce2fa',
  '#b9c4f4',
  '#94a5ee',
  '#7a8fe9',
  '#6179e0',
  '#4f68d8',
  '#425acd',
  '#3450c4',
  '#2940a3',
];

const accent = brand.accentColour;

/** Accent: interactive elements only. */
export const accentShades = accent ? shadesOf(accent) : INDIGO;

/** Status: running. */
export const green: MantineColorsTuple = [
  '#e8f8ee',
  '#cdefd9',
  '#9fe0b7',
  '#6ccd91',
  '#40b972',
  '#26a35b',
  '#188549',
  '#116b3a',
  '#0c5530',
  '#084024',
];

/** Status: waiting or warning. */
export const amber: MantineColorsTuple = [
  '#fff8e6',
  '#feefc7',
  '#fcdf8f',
  '#f9c84f',
  '#f0b028',
  '#d99411',
  '#b57408',
  '#8f5a07',
  '#704607',
  '#573708',
];

/** Text from light to dark (0–3), borders (4), the three surfaces: raised (5–6), surface (7), canvas (8–9). */
export const dark: MantineColorsTuple = [
  '#e2e5ec',
  '#b8bfcc',
  '#9aa3b4',
  '#7d8798',
  '#323946',
  '#282e39',
  '#1e232c',
  '#171b22',
  '#101319',
  '#0b0e12',
];

/** Colours that show a status, choice or warning; their text shades are set below. */
const TOLD = ['brand', 'green', 'amber', 'red', 'gray', 'blue'];

function textShades(shade: (colour: string) => string): Record<string, string> {
  return Object.fromEntries(
    TOLD.flatMap((colour) => [
      [`--mantine-color-${colour}-light-color`, shade(colour)],
      [`--mantine-color-${colour}-text`, shade(colour)],
      [`--mantine-color-${colour}-outline`, shade(colour)],
    ]),
  );
}

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {
    '--panel-header': '3.5rem',
    '--panel-row': '2.75rem',
    '--panel-table-text': '0.8125rem',
  },
  light: {
    ...textShades((colour) => `var(--mantine-color-${colour}-${colour === 'amber' ? 8 : colour === 'green' ? 7 : 9})`),
    '--mantine-color-anchor': `var(--mantine-color-brand-${accent ? 9 : 8})`,
    '--mantine-color-dimmed': '#5a6270',
    '--mantine-color-placeholder': '#6b7380',
    '--mantine-color-error': '#c02020',
    '--mantine-color-text': '#1b1f27',
    '--mantine-color-default-border': '#d9dde4',
    '--panel-canvas': '#f7f8fa',
    '--panel-surface': '#ffffff',
    '--panel-raised': '#ffffff',
    '--panel-hover': '#f2f4f8',
    '--panel-chosen': accent ? 'var(--mantine-color-brand-0)' : '#e9edfb',
    '--panel-border': '#e1e4ea',
    '--panel-good': '#188549',
    '--panel-idle': '#7a8291',
    '--panel-wait': '#b57408',
    '--panel-bad': '#c92a2a',
  },
  dark: {
    ...textShades((colour) => `var(--mantine-color-${colour}-3)`),
    '--mantine-color-anchor': 'var(--mantine-color-brand-3)',
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--mantine-color-red-light': '#321a1d',
    '--mantine-color-amber-light': '#2e2410',
    '--mantine-color-green-light': '#14291d',
    '--mantine-color-brand-light': accent ? darkTintOf(accent) : '#202848',
    '--mantine-color-body': 'var(--mantine-color-dark-7)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-text': 'var(--mantine-color-dark-0)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--panel-canvas': 'var(--mantine-color-dark-8)',
    '--panel-surface': 'var(--mantine-color-dark-7)',
    '--panel-raised': 'var(--mantine-color-dark-6)',
    '--panel-hover': 'var(--mantine-color-dark-6)',
    '--panel-chosen': accent ? darkTintOf(accent) : '#232c4d',
    '--panel-border': '#2a303b',
    '--panel-good': '#40b972',
    '--panel-idle': '#7d8798',
    '--panel-wait': '#f0b028',
    '--panel-bad': '#ff6b6b',
  },
});

import { NAVIGATION } from './navigation.ts';

/** Name of the command key on this device. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Maps the letter after `g` to an address. */
export const PLACES: ReadonlyMap<string, string> = new Map(
  NAVIGATION.flatMap((entry) => [entry, ...(entry.children ?? [])]).flatMap(({ shortcut, to }) =>
    shortcut ? [[shortcut, to] as const] : [],
  ),
);

export const SHORTCUTS: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [COMMAND_KEY, 'K'], does: 'Search or command' },
      { keys: ['/'], does: 'Search this list' },
      { keys: ['?'], does: 'Keyboard shortcuts' },
      { keys: ['Esc'], does: 'Close' },
    ],
  },
  {
    title: 'In a list',
    shortcuts: [
      { keys: ['j'], does: 'Next row' },
      { keys: ['k'], does: 'Previous row' },
      { keys: ['Enter'], does: 'Open the row' },
    ],
  },
  {
    title: 'Go to',
    shortcuts: NAVIGATION.flatMap((entry) => [entry, ...(entry.children ?? [])]).flatMap(({ shortcut, label }) =>
      shortcut ? [{ keys: ['g', shortcut], does: label }] : [],
    ),
  },
];

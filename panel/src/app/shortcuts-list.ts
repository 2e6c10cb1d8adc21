import { t } from '@lingui/core/macro';
import type { SidebarEntry } from './sidebar-entry.ts';

/** Name of the command key on this device. */
export const COMMAND_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Maps the letter after `g` to an address. */
export function mapPlaces(entries: readonly SidebarEntry[]): ReadonlyMap<string, string> {
  return new Map(flatten(entries).flatMap(({ shortcut, to }) => (shortcut ? [[shortcut, to] as const] : [])));
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

export function listShortcuts(entries: readonly SidebarEntry[]): ShortcutGroup[] {
  const places = flatten(entries).flatMap(({ shortcut, label }) =>
    shortcut ? [{ keys: ['g', shortcut], does: label }] : [],
  );
  return [...EVERYWHERE, { title: t`Go to`, shortcuts: places }];
}

function flatten(entries: readonly SidebarEntry[]): SidebarEntry[] {
  return entries.flatMap((entry) => [entry, ...(entry.children ?? [])]);
}

const EVERYWHERE: readonly ShortcutGroup[] = [
  {
    title: t`Everywhere`,
    shortcuts: [
      { keys: [COMMAND_KEY, 'K'], does: t`Search or command` },
      { keys: ['/'], does: t`Search this list` },
      { keys: ['?'], does: t`Keyboard shortcuts` },
      { keys: ['Esc'], does: t`Close` },
    ],
  },
  {
    title: t`In a list`,
    shortcuts: [
      { keys: ['j'], does: t`Next row` },
      { keys: ['k'], does: t`Previous row` },
      { keys: ['Enter'], does: t`Open the row` },
    ],
  },
];

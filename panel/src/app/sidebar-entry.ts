import type { TablerIcon } from '@tabler/icons-react';

/** A link of the sidebar. */
export interface SidebarEntry {
  readonly label: string;
  readonly to: string;
  readonly icon?: TablerIcon;
  /** Pressing `g` and this letter opens the page. */
  readonly shortcut?: string;
  readonly children?: readonly SidebarEntry[];
}
